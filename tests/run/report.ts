import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './step.ts'
import type { Count } from './step.ts'

/** Runs a test runner that writes a JSON report, and reads its counts. A runner that leaves no report counts as one failure. */
export function countReport(
  name: string,
  runner: (file: string) => boolean,
  read: (report: unknown) => Count,
): Count {
  const file = join(ROOT, 'test-results', `${name}.json`)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  console.log(`\n— ${name}`)
  const ended = runner(file)
  try {
    const count = read(JSON.parse(readFileSync(file, 'utf8')))
    const silent = !ended && count.failed === 0
    return { passed: count.passed, failed: count.failed + (silent ? 1 : 0) }
  } catch (error) {
    console.error(`${name} left no report:`, error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}
