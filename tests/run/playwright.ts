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

/** The end-to-end tests. A skipped test has failed. */
export function playwright(): Count {
  return countReport(
    'end-to-end',
    (file) =>
      run('playwright', ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=dot,json'], {
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      }),
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
