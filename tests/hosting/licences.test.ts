import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { licencesText } from '../../build/site/licences.ts'
import { writeSiteFiles } from '../../build/site/files.ts'
import { scratchFolder } from '../server/scratch.ts'

const ROOT = join(import.meta.dirname, '../..')

it('the built site carries the licences of the packages that are bundled into it, and of those that these need', () => {
  const text = readFileSync(join(ROOT, 'dist/licences.txt'), 'utf8')
  for (const name of ['react', 'scheduler', 'react-router', 'jotai', 'comlink']) {
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
