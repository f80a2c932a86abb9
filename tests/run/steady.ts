// `npm run test:steady`: the end-to-end and browser suites again and again on a machine that has little time for them. A number after it
// says how often each (ten times unless said), words choose: a condition, a suite, files of the end-to-end tests: `-- 2 quarter main faults`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { closingLine } from './closingLine.ts'
import { readFailed } from './failedTests.ts'
import type { FailedTest } from './failedTests.ts'
import { ensureJapaneseFonts } from './fonts.ts'
import { ensureHeadlessShell } from './headlessShell.ts'
import { playwright } from './playwright.ts'
import { besideBusyLoops, withQuarter } from './starving.ts'
import type { Starving } from './starving.ts'
import { step } from './step.ts'
import type { Count } from './step.ts'
import { suite } from './suite.ts'

const CONDITIONS: Record<string, () => Starving> = { busy: besideBusyLoops, quarter: withQuarter }

type Attempt = { count: Count; failed: FailedTest[] }
type Suite = (starving: Starving, files: readonly string[]) => Promise<Attempt>
const SUITES: Record<string, Suite> = {
  main: async (starving, files) => endToEnd('main', starving, files),
  deep: async (starving, files) => endToEnd('deep', starving, files),
  browsers: async ({ prefix }) => {
    const { count, output } = await suite([...prefix, 'npm', 'run', '--silent', 'test:browsers'])
    return { count, failed: readFailed(output) }
  },
}

function endToEnd(part: 'main' | 'deep', { prefix }: Starving, files: readonly string[]): Attempt {
  process.env['CHROMIUM_PATH'] = CHROMIUM[part]
  const failed: FailedTest[] = []
  const onFailed = (tests: readonly FailedTest[]) => void failed.push(...tests)
  const count = playwright(part, { prefix, files, onFailed })
  return { count, failed }
}

const words = process.argv.slice(2)
const rounds = Number(words.find((word) => /^\d+$/.test(word)) ?? 10)
const chosen = (all: object) => {
  const named = Object.keys(all).filter((name) => words.includes(name))
  return named.length > 0 ? named : Object.keys(all)
}
const files = words.filter((word) => !/^\d+$/.test(word) && !(word in CONDITIONS) && !(word in SUITES))

const CHROMIUM = { main: ensureHeadlessShell(), deep: ensureChromium() }
ensureJapaneseFonts()
const builds = mkdtempSync(join(tmpdir(), 'checker-builds-'))
process.env['TEST_BUILDS'] = builds
const counts = [step('build', 'npm', ['run', 'build'])]
/** How often each test has failed, where, and with what. */
const failures = new Map<string, { times: number; whys: Set<string> }>()
try {
  for (let round = 1; round <= rounds; round++) {
    for (const condition of chosen(CONDITIONS)) {
      for (const name of chosen(SUITES)) {
        console.log(`\n=== round ${round} of ${rounds}, ${condition}: ${name}`)
        using starving = CONDITIONS[condition]?.() ?? { prefix: [], [Symbol.dispose]: () => undefined }
        const attempt = await SUITES[name]?.(starving, files)
        if (!attempt) continue
        counts.push(attempt.count)
        for (const { name, why } of attempt.failed) {
          const known = failures.get(`${condition}: ${name}`) ?? { times: 0, whys: new Set() }
          failures.set(`${condition}: ${name}`, { times: known.times + 1, whys: known.whys.add(why) })
        }
      }
    }
  }
} finally {
  rmSync(builds, { recursive: true, force: true })
}
console.log(failures.size === 0 ? '\nNo test has failed.' : '\nFailed:')
for (const [name, { times, whys }] of failures) {
  console.log(`${times} of ${rounds} ${name}\n  ${[...whys].join('\n  ')}`)
}
closingLine(counts)
