import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const BENCH = join(import.meta.dirname, '../../bench')

/** What a command prints and ends with, before it measures anything. */
function run(command: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(BENCH, command), ...words], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it.each([
  'pow/start.ts',
  'collect/main.ts',
  'same.ts',
  'difficulty/main.ts',
  'server/main.ts',
  'fairness.ts',
  'lighthouse/main.ts',
  'visit/main.ts',
])('prints the usage of %s with --help, and with what is wrong before exit code 64', (command) => {
  const { status, stdout } = run(command, '--help')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^npm run bench:/)
  const wrong = run(command, '--nonsense')
  expect(wrong.status).toBe(64)
  expect(wrong.stderr).toContain(stdout.trim())
  expect(wrong.stderr).not.toContain('    at ')
})

it.each([
  ['pow/start.ts', '--rounds=many'],
  ['pow/start.ts', '--url=nowhere'],
  ['collect/main.ts', '--port=99999'],
  ['difficulty/main.ts', '--difficulties=4,9'],
])('refuses for %s the value %s with 64 and one sentence', (command, option) => {
  const { status, stderr } = run(command, option)
  expect(status).toBe(64)
  expect(stderr).toContain(`${option.split('=')[0]} must be `)
})
