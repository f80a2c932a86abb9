import type { Count } from './step.ts'

/** Prints the total as the last line of a suite and sets the exit code by it. */
export function closingLine(counts: Count[]): void {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

/** The total that a suite's output ends with; one failure where it ends otherwise. */
export function readClosingLine(output: string): Count {
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(last) ?? []
  return passed === undefined ? { passed: 0, failed: 1 } : { passed: Number(passed), failed: Number(failed) }
}
