import { useMemo } from 'react'
import { LatePart } from '../lib/Lazy.tsx'
import { powText } from '../text/pow.ts'
import { chartsPart } from './chartsPart.ts'
import type { Live } from './run/runAtoms.ts'
import { Headline } from './summary/Headline.tsx'
import { feltRate, spreadOf } from './summary/fit.ts'

/** A run under way: its figures so far. */
export function LiveRun({ live: { settings, trials } }: { live: Live }) {
  const [felt, median] = useMemo(() => [feltSoFar(trials), medianSoFar(trials)], [trials])
  return (
    <>
      <Headline
        engine={null}
        lanes={settings.lanes}
        unknown={powText.result.engineLater}
        felt={felt}
        median={median}
        above={null}
      />
      <LatePart part={chartsPart} props={{ settings, trials, other: null }} />
    </>
  )
}

function feltSoFar(trials: Live['trials']) {
  const felt = feltRate(trials)
  return felt && { value: felt.attemptsPerSecond, interval: felt.interval }
}

function medianSoFar(trials: Live['trials']) {
  const found = trials.filter(({ counter }) => counter !== null)
  const times = spreadOf(
    found.map(({ milliseconds }) => milliseconds),
    trials.length - found.length,
  )
  return times && times.p50 !== null ? { value: times.p50, interval: times.intervals?.p50 ?? null } : null
}
