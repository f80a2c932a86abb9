/** Which of two is faster, if that can be told, and what it rests on. */
export type Speed = {
  /**
   * `turns`: both took turns in one run. `runs`: at least five runs of each, on two devices. `few`: neither, so nothing tells a
   * difference from a device that was slower for a while.
   */
  method: 'turns' | 'runs' | 'few'
  /** The left one's times divided by the right one's: above 1 the right one is faster. */
  ratio: number
  /** The ratio's 95 % interval; null for `few`. */
  interval: [number, number] | null
  /** How far the device itself is from being equal to itself: the ratio that the same calibration showed, 1 or more; null where nothing was calibrated. */
  noise: number | null
  /** Null where the difference cannot be told from none. */
  faster: 'left' | 'right' | null
}

/**
 * Judges a logarithm of ratios: both ends of its interval must lie beyond what the device differs from itself. Without an interval nothing
 * is told.
 */
export function speedOf(
  method: Speed['method'],
  { centre, interval }: { centre: number; interval: [number, number] | null },
  noise: number | null,
): Speed {
  const reach = noise ?? 0
  const [low, high] = interval ?? [-Infinity, Infinity]
  return {
    method,
    ratio: Math.exp(centre),
    interval: interval && [Math.exp(low), Math.exp(high)],
    noise: noise === null ? null : Math.exp(noise),
    faster: low > reach ? 'right' : high < -reach ? 'left' : null,
  }
}
