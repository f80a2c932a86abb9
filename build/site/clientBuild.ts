import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { ResolvedConfig, Rolldown, ViteBuilder } from 'vite'

/** What the client build left behind: its folder, its page, and the scripts that a source file needs at once. */
export type ClientBuild = {
  folder: string
  template: string
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
    scriptsOf(module) {
      const chunk = chunks.find(({ moduleIds }) =>
        moduleIds.some((id) => relative(config.root, id) === module),
      )
      if (!chunk) throw new Error(`No script holds ${module}`)
      return withImports(chunk.fileName, chunks).map((name) => config.base + name)
    },
  }
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
