import * as v from 'valibot'
import { failedEndToEnd, tellFailed } from './failedTests.ts'
import type { FailedTest } from './failedTests.ts'
import { countReport } from './report.ts'
import { run } from './step.ts'
import type { Count } from './step.ts'

const Report = v.object({
  stats: v.object({
    expected: v.number(),
    unexpected: v.number(),
    flaky: v.number(),
    skipped: v.number(),
  }),
  errors: v.array(v.object({ message: v.optional(v.string(), '') })),
})

/** In which part of the end-to-end tests a test runs: those with this tag in their title are `deep`, all others are `main`. */
const DEEP = '@deep'

const PARTS = {
  main: ['--grep-invert', DEEP],
  deep: ['--grep', DEEP],
}

/** What the command begins with, tests of which files are run, and who is told which have failed. */
type How = {
  prefix?: readonly string[]
  files?: readonly string[]
  onFailed?: (failed: readonly FailedTest[]) => void
}

/** One of the two parts of the end-to-end tests. A skipped test has failed, and one that passes only when it is tried again. */
export function playwright(
  part: keyof typeof PARTS,
  { prefix = [], files = [], onFailed = tellFailed }: How = {},
): Count {
  const test = ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=dot,json']
  const [program = '', ...args] = [...prefix, ...test, ...PARTS[part], ...files]
  return countReport(
    `end-to-end-${part}`,
    (file) => run(program, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: file }),
    (report) => {
      const { stats, errors } = v.parse(Report, report)
      const outside = errors.map(({ message }) => ({ name: 'outside of a test', why: message }))
      onFailed([...failedEndToEnd(report), ...outside])
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
      }
    },
  )
}
