import { availableParallelism } from 'node:os'
import * as v from 'valibot'
import { failedUnits, tellFailed } from './failedTests.ts'
import { countReport } from './report.ts'
import { run } from './step.ts'
import type { Count } from './step.ts'

const Report = v.object({ numTotalTests: v.number(), numPassedTests: v.number() })

/** A run of Vitest with so many workers for a processor. Whatever did not pass has failed, a skipped test too. */
export function vitest(name: string, args: string[] = [], workers = 1): Count {
  return countReport(
    name,
    (file) =>
      run('vitest', [
        'run',
        `--maxWorkers=${workers * availableParallelism()}`,
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...args,
      ]),
    (report) => {
      tellFailed(failedUnits(report))
      const { numTotalTests, numPassedTests } = v.parse(Report, report)
      return { passed: numPassedTests, failed: numTotalTests - numPassedTests }
    },
  )
}
