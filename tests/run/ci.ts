// What continuous integration runs after `npm ci`: every suite, and one total as the last line.
import { spawn } from 'node:child_process'
import { closingLine, readClosingLine } from './closingLine.ts'
import type { Count } from './step.ts'
import { ROOT } from './step.ts'

/** Scripts of package.json whose output ends with `N passed, N failed`. A new suite is one more line here. */
const SUITES = ['test', 'test:deep', 'test:exhaustive', 'test:browsers', 'test:cloudflare'] as const

const counts: Count[] = []
for (const suite of SUITES) {
  console.log(`\n=== npm run ${suite}`)
  const startedAt = performance.now()
  counts.push(await totalOf(suite))
  console.log(`=== npm run ${suite}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
closingLine(counts)

/** Runs a suite, passes its output on and reads its total; what it left unsaid has failed. */
async function totalOf(suite: string): Promise<Count> {
  const child = spawn('npm', ['run', '--silent', suite], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    process.stdout.write(chunk)
    output = (output + chunk).slice(-10_000)
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const { passed, failed } = readClosingLine(output)
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}
