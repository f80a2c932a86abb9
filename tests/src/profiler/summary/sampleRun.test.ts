import { describe, expect, it } from 'vitest'
import { HEADLINE_FIGURE_ROWS } from '../../../../src/profiler/summary/FigureTable.tsx'
import type { RunColumn } from '../../../../src/profiler/summary/FigureTable.tsx'
import { isDeviceBusy } from '../../../../src/profiler/summary/summarise.ts'
import { formatShort, formatFigure } from '../../../../src/profiler/model/format.ts'
import { powText } from '../../../../src/text/pow.ts'
import run from './sampleRun.json' with { type: 'json' }

const { sample } = powText.result

describe('the sample run that /pow shows before the first run', () => {
  it('the sample run on /pow shows the figures of the stored run, formatted like those of a finished run', () => {
    const part = run as unknown as RunColumn
    expect({
      lanes: part.settings.lanes,
      engine: formatShort(HEADLINE_FIGURE_ROWS.engine.of(part).value ?? Number.NaN),
      median: formatFigure(HEADLINE_FIGURE_ROWS.median.of(part).value ?? Number.NaN),
      perceived: formatShort(HEADLINE_FIGURE_ROWS.perceived.of(part).value ?? Number.NaN),
    }).toEqual({
      lanes: sample.lanes,
      engine: sample.engine,
      median: sample.median,
      perceived: sample.perceived,
    })
  })

  it('the sample run on /pow was measured on a quiet machine, agrees with the theory, and names its conditions', () => {
    const { settings, environment, summary, conditions } = run
    expect(summary.busy || isDeviceBusy(conditions.steal)).toBe(false)
    expect(summary.agreement.verdict).toBe('agrees')
    expect(sample.about).toContain(`${environment.cores}コア`)
    expect(sample.about).toContain(`難易度${settings.difficulty}を${settings.trials}回`)
  })
})
