import * as v from 'valibot'
import { countReport } from './report.ts'
import { run } from './step.ts'
import type { Count } from './step.ts'

const Report = v.object({ numTotalTests: v.number(), numPassedTests: v.number() })

/** A run of Vitest on every processor: many tests wait for servers. Whatever did not pass has failed, a skipped test too. */
export function vitest(name = 'unit', args: string[] = []): Count {
  return countReport(
    name,
    (file) =>
      run('vitest', [
        'run',
        '--maxWorkers=100%',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...args,
      ]),
    (report) => {
      const { numTotalTests, numPassedTests } = v.parse(Report, report)
      return { passed: numPassedTests, failed: numTotalTests - numPassedTests }
    },
  )
}
