import { readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { ResolvedConfig, Rolldown, ViteBuilder } from 'vite'

/** The result of the client build: its folder, page and styles, and the scripts that a source file needs. */
export type ClientBuild = {
  folder: string
  template: string
  styles: string
  scriptsOf: (module: string) => string[]
}

export function clientBuildOf(
  config: ResolvedConfig,
  output: Awaited<ReturnType<ViteBuilder['build']>>,
): ClientBuild {
  if (Array.isArray(output) || !('output' in output)) throw new Error('The client build has no single output')
  const chunks = output.output.filter((file) => file.type === 'chunk')
  const folder = resolve(config.root, config.build.outDir)
  return {
    folder,
    template: readFileSync(join(folder, 'index.html'), 'utf8'),
    styles: takeStyles(folder, output.output),
    scriptsOf(module) {
      const chunk = chunks.find(({ moduleIds }) =>
        moduleIds.some((id) => relative(config.root, id) === module),
      )
      if (!chunk) throw new Error(`No script holds ${module}`)
      return withImports(chunk.fileName, chunks).map((name) => config.base + name)
    },
  }
}

/** What Vite ends a style sheet with for itself. */
const VITE_NOTE = /\s*\/\*\$vite\$:\d+\*\/$/

/** The text of the only style sheet. The pages hold it, so its file is removed. */
function takeStyles(folder: string, files: Rolldown.RolldownOutput['output']): string {
  const sheets = files.filter((file) => file.fileName.endsWith('.css'))
  const [sheet] = sheets
  if (!sheet || sheets.length > 1) throw new Error(`The build has ${sheets.length} style sheets, not one`)
  const path = join(folder, sheet.fileName)
  const styles = readFileSync(path, 'utf8').replace(VITE_NOTE, '')
  rmSync(path)
  return styles
}

/** A chunk and all that it imports statically, itself first. */
function withImports(name: string, chunks: Rolldown.OutputChunk[], found = new Set<string>()): string[] {
  if (!found.has(name)) {
    found.add(name)
    const chunk = chunks.find(({ fileName }) => fileName === name)
    for (const imported of chunk?.imports ?? []) withImports(imported, chunks, found)
  }
  return [...found]
}
