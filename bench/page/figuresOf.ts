import type { Outcome } from '../../src/profiler/automation/automation.ts'

/** The figures of a run that a table shows. */
export function figuresOf({ environment, settings, trials, summary }: NonNullable<Outcome['result']>) {
  const { browser, label } = environment
  const rate = summary.scaling.at(-1)?.attemptsPerSecond
  return {
    device: label || environment.platform,
    browser: browser ? `${browser.name} ${browser.version}` : '',
    engine: summary.startup.engine ?? settings.engine,
    difficulty: settings.difficulty,
    'trials, lanes': `${trials.length}, ${settings.lanes}`,
    'engine, M attempts/s': rate === undefined ? '' : (rate / 1e6).toFixed(2),
    'p50, ms': withInterval(summary.milliseconds?.p50, summary.milliseconds?.intervals?.p50),
    'p95, ms': withInterval(summary.milliseconds?.p95, summary.milliseconds?.intervals?.p95),
    theory: summary.agreement.verdict,
  }
}

function withInterval(value: number | null | undefined, interval?: readonly number[] | null): string {
  if (typeof value !== 'number') return ''
  const between = interval ? ` [${interval.map((bound) => bound.toFixed(2)).join(', ')}]` : ''
  return value.toFixed(2) + between
}
