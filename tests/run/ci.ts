// What continuous integration runs after `npm ci`: every suite, and one total as the last line.
import { closingLine } from './closingLine.ts'
import type { Count } from './step.ts'
import { suite } from './suite.ts'
import { SUITES } from './suites.ts'

const counts: Count[] = []
for (const name of SUITES) {
  console.log(`\n=== npm run ${name}`)
  const startedAt = performance.now()
  counts.push((await suite(['npm', 'run', '--silent', name])).count)
  console.log(`=== npm run ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
closingLine(counts)
