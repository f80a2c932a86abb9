import * as v from 'valibot'
import { countReport } from './report.ts'
import { run } from './step.ts'
import type { Count } from './step.ts'

const Report = v.object({ numTotalTests: v.number(), numPassedTests: v.number() })

/** The unit tests. Whatever did not pass has failed, a skipped test too. */
export function vitest(): Count {
  return countReport(
    'unit',
    (file) => run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]),
    (report) => {
      const { numTotalTests, numPassedTests } = v.parse(Report, report)
      return { passed: numPassedTests, failed: numTotalTests - numPassedTests }
    },
  )
}
