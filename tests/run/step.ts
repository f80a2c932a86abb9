import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

export type Count = { passed: number; failed: number }

export const ROOT = join(import.meta.dirname, '../..')

/** Runs a program of the project's own with its output shown; true when it ended well. */
export function run(program: string, args: string[], env: Record<string, string> = {}): boolean {
  const path = [join(ROOT, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter)
  const { status, error } = spawnSync(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, PATH: path },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (error) console.error(error.message)
  return status === 0
}

/** A check that passes or fails as a whole. */
export function step(title: string, program: string, args: string[]): Count {
  console.log(`\n— ${title}`)
  const passed = run(program, args)
  console.log(passed ? `${title}: passed` : `✗ ${title}\n  ${program} did not end well`)
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1 }
}
