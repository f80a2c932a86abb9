import { powText } from '../../text/pow.ts'
import { Headline } from './Headline.tsx'
import type { Settings } from '../model/settings.ts'
import type { Summary } from '../model/runSummary.ts'

/** The headline of a finished run. */
export function ResultHeadline({ settings, summary }: { settings: Settings; summary: Summary }) {
  const { scaling, felt, milliseconds, gaveUpAfter } = summary
  const engine = scaling.find(({ lanes }) => lanes === settings.lanes)
  const median = milliseconds?.p50 ?? null
  return (
    <Headline
      engine={engine ? { value: engine.attemptsPerSecond, interval: engine.interval } : null}
      lanes={settings.lanes}
      unknown={powText.result.engineStopped}
      felt={felt && { value: felt.attemptsPerSecond, interval: felt.interval }}
      median={median === null ? null : { value: median, interval: milliseconds?.intervals?.p50 ?? null }}
      above={gaveUpAfter}
    />
  )
}
