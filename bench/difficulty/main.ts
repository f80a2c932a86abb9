import { predictSolveTime, createTimeModel } from '../../src/profiler/difficulty/timeModel.ts'
import type { RunResult } from '../../src/profiler/model/result.ts'
import { median, percentile, sortedNumbers } from '../../src/profiler/stats/sample.ts'
import { runPowPage } from '../page/measurePage.ts'
import { BROWSER_NAMES, openBrowser } from '../page/openBrowser.ts'
import { serveSite } from '../visit/serve.ts'
import { allowList, allowOnly, readOptions, allowWhole } from '../options.ts'

/** Number of trials in one run, by difficulty, which takes a few seconds. Hard difficulties have few trials, but more rounds. */
const TRIALS: Record<string, number> = { 3: 2_000, 4: 1_500, 5: 300 }

const MODEL_TRIALS: Record<string, number> = { 3: 500, 4: 300, 5: 60 }

/** Counters in a range: about 8 milliseconds here, as in a check. */
const RANGE = 65_536

const MINUTES = 10

const values = readOptions(
  `npm run bench:difficulty -- [--rounds 6] [--browser ${BROWSER_NAMES.join('|')}] [--difficulties 4,5] [--tries 50] [--any]
Holds the times that /pow predicts at each difficulty against measured ones. --any counts disturbed runs as well.`,
  {
    rounds: { type: 'string', default: '6' },
    browser: { type: 'string', default: 'chromium' },
    difficulties: { type: 'string', default: '4,5' },
    tries: { type: 'string', default: '50' },
    any: { type: 'boolean', default: false },
  },
  {
    rounds: allowWhole(1),
    difficulties: allowList(allowWhole(1, 5)),
    browser: allowOnly(BROWSER_NAMES),
    tries: allowWhole(1),
  },
)
const difficulties = values.difficulties.split(',').map(Number)
const server = await serveSite(process.cwd())
const browser = await openBrowser(BROWSER_NAMES.find((name) => name === values.browser) ?? 'chromium')

/** Repeats a run until nothing disturbs it, unless `--any` is given: the model describes an undisturbed device. */
async function run(query: string): Promise<RunResult> {
  for (let tries = 1; ; tries++) {
    const { result, error } = await runPowPage(browser, `${server.url}/pow?${query}`, MINUTES * 60_000)
    if (!result) throw new Error(error ?? 'The run ended without a result')
    if (values.any || !result.summary.busy) return result
    left += 1
    if (tries === Number(values.tries))
      throw new Error(
        `Something else disturbed all ${values.tries} tries of a run: close other programs, raise --tries, or accept such runs with --any`,
      )
  }
}

let left = 0

// All kinds of runs take turns, so that a machine that slows down slows all of them.
const models = new Map<number, RunResult[]>()
const measured = new Map<number, number[]>()
for (let round = 1; round <= Number(values.rounds); round++) {
  for (const difficulty of difficulties) {
    const own = await run(`difficulty=${difficulty}&trials=${MODEL_TRIALS[difficulty] ?? 100}&seed=${round}`)
    models.set(difficulty, [...(models.get(difficulty) ?? []), own])
    const trials = TRIALS[difficulty] ?? 100
    const long = await run(`difficulty=${difficulty}&trials=${trials}&range=${RANGE}&seed=${1000 + round}`)
    const times = long.trials.map(({ milliseconds }) => milliseconds)
    measured.set(difficulty, [...(measured.get(difficulty) ?? []), ...times])
    console.log(`Round ${round}, difficulty ${difficulty}; ${left} disturbed runs left out so far`)
  }
}
await browser.close()
await server.stop()

const rows = difficulties.flatMap((at) => {
  const times = sortedNumbers(measured.get(at) ?? [])
  const p95 = percentile(times, 0.95)
  const reach = 1.96 * Math.sqrt(0.95 * 0.05 * times.length)
  const end = (sign: number) =>
    (times[Math.round(0.95 * times.length + sign * reach)] ?? Number.NaN).toFixed(2)
  return difficulties.map((from) => {
    const predicted = median(
      (models.get(from) ?? []).flatMap((result) => {
        const model = createTimeModel(result)
        return (model && predictSolveTime(model, at, 0.95)?.value) ?? []
      }),
    )
    return {
      'p95 at': at,
      'model of runs at': from,
      'model, ms': predicted.toFixed(2),
      'measured, ms': `${p95.toFixed(2)} [${end(-1)}, ${end(1)}], n = ${times.length}`,
      'model / measured': (predicted / p95).toFixed(3),
    }
  })
})
console.table(rows)
