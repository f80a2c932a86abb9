import * as v from 'valibot'
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
  errors: v.array(v.unknown()),
})

/** In which part of the end-to-end tests a test runs: those with this tag in their title are `deep`, all others are `main`. */
const DEEP = '@deep'

const PARTS = {
  main: ['--grep-invert', DEEP],
  deep: ['--grep', DEEP],
}

/** One of the two parts of the end-to-end tests. A skipped test has failed. */
export function playwright(part: keyof typeof PARTS): Count {
  return countReport(
    `end-to-end-${part}`,
    (file) =>
      run(
        'playwright',
        ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=dot,json', ...PARTS[part]],
        { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      ),
    (report) => {
      const { stats, errors } = v.parse(Report, report)
      if (stats.flaky > 0) console.log(`${stats.flaky} passed only the second time`)
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected + stats.skipped + errors.length,
      }
    },
  )
}
