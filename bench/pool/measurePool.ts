import type { Page } from '@playwright/test'
import { bundleBenchmarkEntry, serveBundle } from '../engines/bundle.ts'
import { launchChromium } from '../page/openBrowser.ts'
import { mean, median } from '../../src/profiler/stats/sample.ts'
import type * as PoolEntry from './poolEntry.ts'

declare global {
  var poolEntry: typeof PoolEntry
}

/** One row of the table: the product's pool and bare workers, which solve the same keys in turn. Times are means in milliseconds. */
export type PoolFigure = {
  start: 'warm' | 'cold'
  workers: number
  difficulty: number
  keys: number
  product: number
  bare: number
  /** Mean attempts ÷ the steady rate of the workers; null for a cold start. */
  ideal: number | null
  /** Time of the product ÷ time of bare workers, with its standard error. */
  ratio: number
  error: number
  bareRatio: number | null
  /** Time that the product adds to a search: the median of the differences of all pairs. */
  added: number
}

/** Number of keys by difficulty. Easy searches are quick and vary as much as hard ones, so there are more of them. */
const SHARES: readonly (readonly [difficulty: number, share: number])[] = [
  [3, 0.5],
  [4, 1],
  [5, 0.25],
]

const COLD_SHARE = 0.06

/** Up to this difficulty the product starts only one worker if there is none. The bare pool does the same. */
const ONE_WORKER_COLD = 4

type Pair = { product: number; bare: number }

function meanRatio(pairs: readonly Pair[]) {
  const product = mean(pairs.map((pair) => pair.product))
  const bare = mean(pairs.map((pair) => pair.bare))
  const ratio = product / bare
  // The delta method gives the error of a ratio of two means of pairs.
  const squares = pairs.map((pair) => (pair.product - ratio * pair.bare) ** 2)
  const added = median(pairs.map((pair) => pair.product - pair.bare))
  return { product, bare, ratio, error: Math.sqrt(mean(squares) / pairs.length) / bare, added }
}

function warmFigure(difficulty: number, { keys, rates, workers }: PoolEntry.PoolRace): PoolFigure {
  const ideal = mean(keys.map(({ attempts }) => attempts)) / median(rates)
  const ratio = meanRatio(keys)
  const bareRatio = ratio.bare / ideal
  return { start: 'warm', workers, difficulty, keys: keys.length, ...ratio, ideal, bareRatio }
}

async function load(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.evaluate(async (entry) => {
    globalThis.poolEntry = (await import(entry)) as typeof PoolEntry
  }, `${url}entry.js`)
}

async function coldPairs(page: Page, url: string, difficulty: number, workers: number, keys: number) {
  const pairs: Pair[] = []
  // The first page fills the caches of the browser and is not measured.
  for (let index = -1; index < keys; index++) {
    const pair = { product: 0, bare: 0 }
    for (const who of index % 2 === 0 ? (['product', 'bare'] as const) : (['bare', 'product'] as const)) {
      await load(page, url)
      pair[who] = await page.evaluate((given) => poolEntry.solveWithColdPool(...given), [
        who,
        difficulty,
        difficulty > ONE_WORKER_COLD ? workers : 1,
        Math.max(index, 0),
      ] as const)
    }
    if (index >= 0) pairs.push(pair)
  }
  return pairs
}

/** Measures the time from the call to the counter in Chromium, with one worker and with two, warm and cold (on a page that was just loaded). */
export async function measurePool(keys: number): Promise<PoolFigure[]> {
  const { url, close } = await serveBundle(await bundleBenchmarkEntry('../pool/poolEntry.ts'))
  const browser = await launchChromium()
  const figures: PoolFigure[] = []
  for (const workers of [1, 2]) {
    const page = await browser.newPage()
    await page.addInitScript(`Object.defineProperty(navigator, 'hardwareConcurrency', { value: ${workers} })`)
    await load(page, url)
    for (const [difficulty, share] of SHARES) {
      const count = Math.ceil(keys * share)
      const race = await page.evaluate((given) => poolEntry.racePools(...given), [
        difficulty,
        0,
        count,
      ] as const)
      figures.push(warmFigure(difficulty, race))
    }
    for (const [difficulty] of SHARES) {
      const pairs = await coldPairs(page, url, difficulty, workers, Math.ceil(keys * COLD_SHARE))
      const ratio = meanRatio(pairs)
      figures.push({
        start: 'cold',
        workers,
        difficulty,
        keys: pairs.length,
        ...ratio,
        ideal: null,
        bareRatio: null,
      })
    }
    await page.close()
  }
  await browser.close()
  close()
  return figures
}

export function poolTableRows(figures: readonly PoolFigure[]) {
  const of = (value: number | null) => (value === null ? '' : value.toFixed(2))
  return figures.map(
    ({ start, workers, difficulty, keys, product, bare, ideal, ratio, error, bareRatio, added }) => ({
      start,
      workers,
      d: difficulty,
      keys,
      product: of(product),
      bare: of(bare),
      ideal: of(ideal),
      'product/bare': `${ratio.toFixed(3)} ± ${error.toFixed(3)}`,
      'bare/ideal': of(bareRatio),
      'added, median': of(added),
    }),
  )
}
