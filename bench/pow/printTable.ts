import type { RunResult } from '../../src/profiler/model/result.ts'

/** The baseline of the ratios: one call of a good library per attempt. */
const BASELINE_ENGINE = 'hash-wasm'

/** Prints the medians of one worker, the best slice (nearer to the truth on a busy machine), and the ratio to the baseline in the same runtime. */
export function printContestTable(
  results: readonly RunResult[],
  slices: ReadonlyMap<RunResult, readonly number[]>,
): void {
  for (const runtime of ['node', 'browser'] as const) {
    const some = results.filter(({ environment }) => environment.runtime === runtime)
    const [first] = some
    if (!first) continue
    const { environment } = first
    console.log(`\n${environment.browser?.name ?? 'Node'} on ${environment.cpu}`)
    console.log(
      Object.entries(environment.versions)
        .map((pair) => pair.join(' '))
        .join(', '),
    )
    const base = some.find(({ settings }) => settings.engine === BASELINE_ENGINE)
    console.table(
      Object.fromEntries(
        some.map((result) => [
          result.settings.engine,
          {
            'M attempts/s': (engineRate(result) / 1e6).toFixed(2),
            'best slice': (Math.max(...(slices.get(result) ?? [])) / 1e6).toFixed(2),
            [`× ${BASELINE_ENGINE}`]: base ? (engineRate(result) / engineRate(base)).toFixed(2) : '',
            'p50 ms': result.summary.milliseconds?.p50?.toFixed(3) ?? '',
            theory: result.trials.length > 0 ? result.summary.agreement.verdict : '',
          },
        ]),
      ),
    )
  }
}

function engineRate({ summary }: RunResult): number {
  return summary.scaling[0]?.attemptsPerSecond ?? Number.NaN
}
