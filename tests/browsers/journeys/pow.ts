import { parse } from 'valibot'
import { Result } from '../../../src/profiler/model/result.ts'
import { powText } from '../../../src/text/pow.ts'
import { journey } from '../Journey.ts'
import type { Visitor } from '../Visitor.ts'

const ENGINES = ['rolled', 'unrolled', 'scalar', 'javascript', 'page', 'hash-wasm', 'subtle'] as const

/** Runs the profiler by a link and reads what it leaves for automation. */
async function measure(visitor: Visitor, query: string): Promise<Result> {
  await visitor.open(`/pow?${query}&autostart=1&format=json`)
  const left = await visitor.until('a result', () => document.querySelector('script#result')?.textContent)
  return parse(Result, JSON.parse(left))
}

export const powJourneys = [
  ...ENGINES.map((engine) =>
    journey(`/pow measures the engine ${engine}, and every answer is right`, async (visitor) => {
      const { trials, summary } = await measure(visitor, `difficulty=1&trials=60&lanes=2&engine=${engine}`)
      if (trials.length !== 60 || summary.wrong > 0) {
        throw new Error(`${trials.length} trials, ${summary.wrong} of them wrong`)
      }
    }),
  ),
  journey('/pow draws its charts', async (visitor) => {
    await measure(visitor, 'difficulty=1&trials=60&lanes=1')
    await visitor.until('three drawn charts', () => {
      const drawn = [...document.querySelectorAll('figure canvas')].filter((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return false
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
        return pixels?.some((part) => part > 0)
      })
      return drawn.length >= 3
    })
  }),
  journey('/pow exports a run and imports it again', async (visitor) => {
    await measure(visitor, 'difficulty=1&trials=60&lanes=1&label=A')
    await visitor.session.evaluate(() => {
      const { createObjectURL } = URL
      URL.createObjectURL = (blob) => {
        Object.assign(globalThis, { exported: blob })
        return createObjectURL.call(URL, blob)
      }
    })
    await visitor.press(powText.runs.json)
    const exported = await visitor.until('the file', async () =>
      (globalThis as { exported?: Blob }).exported?.text(),
    )
    const run = parse(Result, JSON.parse(exported))
    const elsewhere = { ...run, environment: { ...run.environment, label: 'B' } }
    await visitor.session.evaluate((content: string) => {
      const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
      const { items, files } = new DataTransfer()
      items.add(new File([content], 'b.json', { type: 'application/json' }))
      if (chooser) chooser.files = files
      chooser?.dispatchEvent(new Event('change', { bubbles: true }))
    }, JSON.stringify(elsewhere))
    await visitor.until(
      'the imported run',
      (imported: string) =>
        [...document.querySelectorAll('li')].some(
          ({ textContent }) => textContent?.includes(imported) && textContent.includes('B・'),
        ),
      powText.runs.imported,
    )
  }),
]
