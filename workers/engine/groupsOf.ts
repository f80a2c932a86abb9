import type { Layout } from './layoutOf.ts'

/** Counters prefix·10^(inner + suffix) + m·10^suffix + last for m in [from, to): those that one call of a kernel tries. */
export type Group = {
  readonly prefix: number
  readonly last: number
  readonly from: number
  readonly to: number
}

/** The groups that make up the counters [from, to), all of which have the layout's number of digits. */
export function* groupsOf({ inner, suffix }: Layout, from: number, to: number): Generator<Group> {
  const width = 10 ** inner
  const step = 10 ** suffix
  for (let prefix = Math.floor(from / (width * step)); prefix * width * step < to; prefix++) {
    const start = prefix * width * step
    for (let last = 0; last < step; last++) {
      const group = {
        prefix,
        last,
        from: Math.max(0, Math.ceil((from - start - last) / step)),
        to: Math.min(width, Math.ceil((to - start - last) / step)),
      }
      if (group.from < group.to) yield group
    }
  }
}
