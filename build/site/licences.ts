import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Matches the folder of the package that a module belongs to. */
const PACKAGE_FOLDER = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//

/**
 * Notes the packages whose modules the site bundles, and writes their licences into `licences.txt`. Packages that only workers bundle are not
 * noticed: a test fails when the first one is added.
 */
export function licencePlugin(): Plugin {
  const folders = new Set<string>()
  return {
    name: 'licences',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/node_modules\// },
      handler(_code, id) {
        const [, folder] = PACKAGE_FOLDER.exec(id) ?? []
        if (folder !== undefined) folders.add(folder)
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: licencesText(folders) })
    },
  }
}

/** Returns every package with its version and its licence, as the licences ask. Throws if a package has no licence file. */
export function licencesText(bundled: Iterable<string>): string {
  const parts = [...bundled].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string
      version: string
    }
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry))
    if (file === undefined)
      throw new Error(
        `The package ${name} has no licence file, which the site must carry: use another version or package, or do not bundle it`,
      )
    return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  return parts.sort().join(`\n${'-'.repeat(80)}\n\n`)
}
