import { compareSpeedOfConfigurations } from '../src/profiler/runs/compare.ts'
import { runPowPage } from './page/measurePage.ts'
import { BROWSER_NAMES, openBrowser } from './page/openBrowser.ts'
import { serveSite } from './visit/serve.ts'
import { allowList, allowOnly, readOptions, allowWhole } from './options.ts'

const TRIALS: Record<string, number> = { 3: 1_000, 4: 500, 5: 200 }

const MINUTES = 10

const values = readOptions(
  `npm run bench:same -- [--runs 10] [--difficulties 3,4] [--browser ${BROWSER_NAMES.join('|')}]
Measures a configuration against itself, to see how often /pow calls the two different.`,
  {
    runs: { type: 'string', default: '10' },
    difficulties: { type: 'string', default: '3,4' },
    browser: { type: 'string', default: 'chromium' },
  },
  { runs: allowWhole(1), difficulties: allowList(allowWhole(0, 6)), browser: allowOnly(BROWSER_NAMES) },
)
const server = await serveSite(process.cwd())
const browser = await openBrowser(BROWSER_NAMES.find((name) => name === values.browser) ?? 'chromium')
const called = new Map<string, number>()
for (let run = 1; run <= Number(values.runs); run++) {
  for (const difficulty of values.difficulties.split(',')) {
    const query = `difficulty=${difficulty}&trials=${TRIALS[difficulty] ?? 100}&against=same&seed=${run}`
    const { result, error } = await runPowPage(browser, `${server.url}/pow?${query}`, MINUTES * 60_000)
    if (!result) throw new Error(error ?? 'The run ended without a result')
    const { ratio, interval, noise, faster } = compareSpeedOfConfigurations(result, 1)
    const between = interval?.map((bound) => bound.toFixed(3)).join(', ') ?? ''
    console.log(
      `Run ${run}, difficulty ${difficulty}: ${ratio.toFixed(3)} [${between}], noise ${noise?.toFixed(3)}, called ${faster ?? 'equal'}`,
    )
    called.set(difficulty, (called.get(difficulty) ?? 0) + (faster ? 1 : 0))
  }
}
await browser.close()
await server.stop()
for (const [difficulty, times] of called) {
  console.log(`Difficulty ${difficulty}: ${times} of ${values.runs} runs called it different from itself`)
}
