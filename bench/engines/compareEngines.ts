import { mean, percentile, sortedNumbers } from '../../src/profiler/stats/sample.ts'

export function summariseSpread(values: readonly number[]) {
  const at = (share: number) => percentile(sortedNumbers(values), share)
  return { min: at(0), median: at(0.5), mean: mean(values), max: at(1) }
}

export type EngineFigure = {
  engine: string
  runtime: string
  keyBytes: number
  attemptsPerSecond: ReturnType<typeof summariseSpread>
}

/**
 * The key length measured first. The engine is cold only in the first 20 ms of this one, so only here is `first 20 ms` compared with the
 * steady speed.
 */
const COLD_KEY_BYTES = 36

const PEERS = ['cap', 'mCaptcha', 'altcha', '@noble/hashes', 'hash-wasm', 'hash-wasm, bytes']

/** Compares our engines with native code and with the peers: each ratio is one of medians of the same run. */
export function compareEngines(figures: readonly EngineFigure[]): Record<string, number> {
  const ratios: Record<string, number> = {}
  const rate = (engine: string, runtime: string, keyBytes: number) =>
    figures.find(
      (figure) => figure.engine === engine && figure.runtime === runtime && figure.keyBytes === keyBytes,
    )?.attemptsPerSecond.median ?? Number.NaN
  const note = (name: string, ours: number, theirs: number) => {
    if (Number.isFinite(ours / theirs)) ratios[name] = Math.round((ours / theirs) * 1000) / 1000
  }
  for (const runtime of new Set(figures.map((figure) => figure.runtime))) {
    for (const keyBytes of new Set(figures.map((figure) => figure.keyBytes))) {
      const of = (engine: string) => rate(engine, runtime, keyBytes)
      const where = `${runtime}, ${keyBytes} bytes`
      const best = Math.max(of('rolled') || 0, of('unrolled') || 0)
      for (const [name, ours, native] of [
        ['best SIMD', best, 'simd128'],
        ['unrolled', of('unrolled'), 'simd128'],
        ['rolled', of('rolled'), 'simd128'],
        ['scalar', of('scalar'), 'scalar'],
      ] as const) {
        if (runtime !== 'native' && ours > 0)
          note(`${name} / native (${where})`, ours, rate(native, 'native', keyBytes))
      }
      if (best > 0) for (const peer of PEERS) note(`best SIMD / ${peer} (${where})`, best, of(peer))
      if (keyBytes === COLD_KEY_BYTES)
        note(`rolled, first 20 ms / steady (${where})`, of('rolled, first 20 ms'), of('rolled'))
      note(`javascript / @noble/hashes (${where})`, of('javascript'), of('@noble/hashes'))
    }
  }
  return ratios
}
