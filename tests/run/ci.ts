// What continuous integration runs after `npm ci`: every suite, then what has failed, and one total as the last line.
import { closingLine } from './closingLine.ts'
import { readFailed, tellFailed } from './failedTests.ts'
import type { Count } from './step.ts'
import { suite } from './suite.ts'
import { SUITES } from './suites.ts'

/** How many lines of a suite that failed are shown again where it names no test. */
const LINES = 40

const counts: Count[] = []
const failures: { name: string; output: string }[] = []
for (const name of SUITES) {
  console.log(`\n=== npm run ${name}`)
  const startedAt = performance.now()
  const { count, output } = await suite(['npm', 'run', '--silent', name])
  counts.push(count)
  if (count.failed > 0) failures.push({ name, output })
  console.log(`=== npm run ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
for (const { name, output } of failures) {
  console.log(`\n=== failed in npm run ${name}`)
  const failed = readFailed(output)
  if (failed.length > 0) tellFailed(failed)
  else console.log(output.split('\n').slice(-LINES).join('\n'))
}
closingLine(counts)
