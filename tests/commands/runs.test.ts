import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../run/step.ts'
import { SUITES } from '../run/suites.ts'
import { documentedCommands } from './documented.ts'
import { RUNS } from './runs.ts'

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

it('knows of every command that the documents name who runs it, and of no other', () => {
  expect(Object.keys(RUNS).toSorted()).toEqual(documentedCommands())
})

it('names scripts that are there, and files that hold the words', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  for (const suite of SUITES) expect(Object.keys(scripts)).toContain(suite)
  const named = Object.values(RUNS).filter((run) => 'file' in run)
  for (const { file, words } of named) expect(textOf(file)).toContain(words)
})

it('has continuous integration run every suite', () => {
  expect(textOf('.ci/run')).toContain('npm run --silent ci')
})
