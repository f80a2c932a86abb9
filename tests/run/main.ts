// `npm test` and `npm run ci`: the programs that the tests need, static checks, a build, the projects of Vitest that are named, and the end-to-end tests: all with `e2e`,
// those of the two checks and of features that meet with `journeys`. The last line is `N passed, N failed`. A skipped test has failed, and
// so has a runner that leaves no report.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import * as v from 'valibot'
import { INSTALL_RUNTIME } from '../cloudflare/prepare.ts'
import { installPrograms } from './install.ts'

const ROOT = join(import.meta.dirname, '../..')
const REPORTS = join(ROOT, 'test-results')

const UnitReport = v.object({
  numTotalTests: v.number(),
  numPassedTests: v.number(),
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.unknown()) })),
})
const EndToEndReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  errors: v.array(v.unknown()),
})

const total = { passed: 0, failed: 0 }
/** Builds of the site for other variables, which several test files look at. */
const builds = mkdtempSync(join(tmpdir(), 'checker-builds-'))
process.env['TEST_BUILDS'] = builds
process.env['NODE_COMPILE_CACHE'] = join(ROOT, 'node_modules/.cache/node')
mkdirSync(REPORTS, { recursive: true })
try {
  const projects = process.argv.slice(2)
  installPrograms(projects)
  const isCloudflare = projects.includes('cloudflare')
  const runtime = isCloudflare ? run('npm', INSTALL_RUNTIME, { isQuiet: true }) : undefined
  await Promise.all([
    check('oxfmt', '--check', '.'),
    check('oxlint'),
    check('tsc'),
    check('knip'),
    check('npm', 'run', 'build', '--', '--logLevel', 'warn'),
  ])
  const unit = projects.filter((project) => !['e2e', 'journeys', 'cloudflare'].includes(project))
  if (unit.length > 0) await runVitest(unit)
  await Promise.all([
    runEndToEnd(projects),
    // It has a build of its own, and needs the processors that the end-to-end tests leave idle while they wait.
    isCloudflare && runtime?.then(() => runVitest(['cloudflare'], { isQuiet: true })),
  ])
} finally {
  rmSync(builds, { recursive: true, force: true })
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

/** A check that passes or fails as a whole. */
async function check(program: string, ...args: string[]): Promise<void> {
  const passed = await run(program, args, { isQuiet: true })
  if (!passed) console.log(`✗ ${program} ${args.join(' ')}`)
  total[passed ? 'passed' : 'failed']++
}

async function runVitest(projects: readonly string[], options: RunOptions = {}): Promise<void> {
  const file = join(REPORTS, `${projects[0]}.json`)
  const chosen = projects.map((project) => `--project=${project}`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  await readReport(file, ['vitest', 'run', ...chosen, ...reporters], options, (report) => {
    const { numTotalTests, numPassedTests, testResults } = v.parse(UnitReport, report)
    // A file that could not be read has no tests that fail.
    const unread = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests + unread.length }
  })
}

async function runEndToEnd(projects: readonly string[]): Promise<void> {
  if (projects.includes('e2e')) await runPlaywright()
  if (projects.includes('journeys')) await runPlaywright('e2e/account', 'e2e/posts', 'e2e/together')
}

async function runPlaywright(...files: string[]): Promise<void> {
  const file = join(REPORTS, 'end-to-end.json')
  const options = ['--config', 'tests/e2e/playwright.config.ts', '--reporter=dot,json']
  const command = ['playwright', 'test', ...files, ...options]
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  await readReport(file, command, { env }, (report) => {
    const { stats, errors } = v.parse(EndToEndReport, report)
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length }
  })
}

/** Runs a test runner and counts what its report says. */
async function readReport(
  file: string,
  [program = '', ...args]: readonly string[],
  options: RunOptions,
  count: (report: unknown) => typeof total,
): Promise<void> {
  rmSync(file, { force: true })
  const ended = await run(program, args, options)
  try {
    const { passed, failed } = count(JSON.parse(readFileSync(file, 'utf8')))
    total.passed += passed
    total.failed += ended ? failed : Math.max(failed, 1)
  } catch (error) {
    console.error(
      `${program} wrote no report that can be read, which counts as one failure:`,
      error instanceof Error ? error.message : error,
    )
    total.failed++
  }
}

type RunOptions = { env?: Record<string, string>; isQuiet?: boolean }

/** Runs a program, and shows what it prints: at once, or when it has ended if others run beside it. True if it ended well. */
async function run(
  program: string,
  args: readonly string[],
  { env = {}, isQuiet = false }: RunOptions = {},
): Promise<boolean> {
  const name = `${program} ${args.slice(0, 4).join(' ')}`
  if (!isQuiet) console.log(`\n— ${name}`)
  const startedAt = performance.now()
  const path = [join(ROOT, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter)
  const printed = isQuiet ? 'pipe' : 'inherit'
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, PATH: path },
    stdio: ['ignore', printed, printed],
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (words: string) => (output += words))
  }
  child.on('error', (error) => console.error(error.message))
  const [status] = (await once(child, 'close')) as [number | null]
  console.log(`${output}— ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
  return status === 0
}
