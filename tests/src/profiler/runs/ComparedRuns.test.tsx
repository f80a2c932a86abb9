import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ComparedTurns } from '../../../../src/profiler/runs/ComparedRuns.tsx'
import { powRunText } from '../../../../src/text/powRun.ts'
import { calibrated, runOf, trialOf } from './runOf.ts'

const { compare: words } = powRunText

/** What the page says of two configurations that took turns: the first took 3 ms for each block, the second 2 ms. */
function saidOfTurns(noise: number, differing = 0, busy = false): string {
  const run = runOf('lanes=2&against=lanes:1')
  const trials = (milliseconds: number, from = 0) =>
    Array.from({ length: 16 }, (_, block) =>
      trialOf({
        block,
        index: block,
        milliseconds: milliseconds - 0.01,
        range: { from: block < differing ? from : 0, count: 100 },
      }),
    )
  const between = [0, 1].flatMap((block) => [
    { at: 0, attemptsPerSecond: 100, after: 0, block },
    { at: 0, attemptsPerSecond: 100 * noise, after: 1, block },
  ])
  const result = {
    ...run,
    summary: { ...run.summary, busy },
    trials: trials(3),
    others: [{ trials: trials(2, 100), summary: run.summary }],
    conditions: calibrated({ between }),
  }
  return renderToStaticMarkup(
    <ComparedTurns result={result} other={1} onTurn={() => undefined} />,
  ).replaceAll(/<[^>]+>/g, '')
}

it('a difference that the device itself shows is called none, and the page says why although its interval excludes 1', () => {
  const said = saidOfTurns(1.6)
  expect(said).toContain(words.observed('ワーカー数2', 'ワーカー数1', '0.67', '0.67', '0.67'))
  expect(said).toContain(words.withinNoise)
})

it('a difference beyond that of the device itself is named without a reserve', () => {
  const said = saidOfTurns(1.1)
  expect(said).toContain(words.faster('ワーカー数1', words.times('1.50')))
  expect(said).toContain(words.beyond('1.50', '1.50'))
  expect(said).not.toContain(words.withinNoise)
})

it('a difference that was measured while other work disturbed it is only likely', () => {
  const said = saidOfTurns(1.1, 0, true)
  expect(said).toContain(words.likely('1.50', '1.50'))
  expect(said).not.toContain(words.beyond('1.50', '1.50'))
})

it('answers to equal keys are mentioned only where some of them differ', () => {
  expect(saidOfTurns(1.1)).not.toContain('同じ鍵の')
  expect(saidOfTurns(1.1, 2)).toContain(words.differing('2', '16'))
})
