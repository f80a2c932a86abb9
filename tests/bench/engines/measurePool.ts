import { chromium } from '@playwright/test'
import { bundle, serve } from './bundle.ts'
import { spread } from './spread.ts'
import type { Spread } from './spread.ts'

export type PoolFigure = {
  lanes: 1 | 'all'
  start: 'cold' | 'warm'
  difficulty: number
  keys: number
  milliseconds: Spread
}

const DIFFICULTIES = [3, 4, 5]

/** From the click to the counter in Chromium, with the product's own pool: cold on a page just loaded, and warm. */
export async function measurePool(keys: number): Promise<PoolFigure[]> {
  const { url, close } = await serve(await bundle('poolEntry.ts'))
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const figures: PoolFigure[] = []
  const load = `import(${JSON.stringify(`${url}entry.js`)}).then((entry) => { globalThis.bench = entry })`
  for (const lanes of [1, 'all'] as const) {
    const page = await browser.newPage()
    const one = `Object.defineProperty(navigator, 'hardwareConcurrency', { value: 1 })`
    if (lanes === 1) await page.addInitScript(one)
    for (const difficulty of DIFFICULTIES) {
      const cold: number[] = []
      for (let key = 0; key < keys; key++) {
        await page.goto(url)
        await page.evaluate(load)
        cold.push(await page.evaluate<number>(`bench.solveOnce(${difficulty})`))
      }
      figures.push({ lanes, start: 'cold', difficulty, keys, milliseconds: spread(cold) })
    }
    await page.goto(url)
    await page.evaluate(load)
    await page.evaluate('bench.warmPool()')
    for (const difficulty of DIFFICULTIES) {
      const warm = await page.evaluate<number[]>(`bench.solveMany(${difficulty}, ${keys})`)
      figures.push({ lanes, start: 'warm', difficulty, keys, milliseconds: spread(warm) })
    }
    await page.close()
  }
  await browser.close()
  close()
  return figures
}
