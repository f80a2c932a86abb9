import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { licencesText } from '../../build/site/licences.ts'
import { writeSiteFiles } from '../../build/site/files.ts'
import { scratchFolder } from '../server/scratch.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Packages that the site's own modules import, apart from types and from what only prerenders pages. */
function importedPackages(): string[] {
  const imports = /^import (?!type )[^;]*? from '((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/[^']*)?'/gm
  const files = globSync('{src,workers,contract}/**/*.{ts,tsx}', { cwd: ROOT })
  const names = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(imports)].map(([, name = '']) => name),
  )
  return [...new Set(names)]
}

it('the built site carries the licence of every package that its modules import, and of those that these need', () => {
  const text = readFileSync(join(ROOT, 'dist/licences.txt'), 'utf8')
  const packages = importedPackages()
  expect(packages).toContain('jotai')
  expect(packages).toContain('comlink')
  for (const name of [...packages, 'scheduler', 'react-router']) {
    const { version } = JSON.parse(
      readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'),
    ) as { version: string }
    expect(text).toContain(`${name} ${version}\n\n`)
  }
  expect(text).toContain('Permission is hereby granted')
})

it('a bundled package without a licence file stops the build', () => {
  const folder = scratchFolder()
  writeSiteFiles(folder, { 'package.json': '{"name":"bare","version":"1.0.0"}' })
  expect(() => licencesText([folder])).toThrow('The package bare has no licence file')
})
