import { createRequire } from 'node:module'
import type { BrowserName, CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data'

/** The oldest browsers that everything works in. */
const BASELINE = {
  chrome: 100,
  webview_android: 100,
  firefox: 102,
  safari: 15.4,
  safari_ios: 15.4,
} as const satisfies Partial<Record<BrowserName, number>>

export const compatData: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data')

/** Which of the oldest browsers lack a feature, as `safari < 17.4`. What is only there with a prefix or behind a switch is not there. */
export function lackedBy({ support }: CompatStatement): string[] {
  return Object.entries(BASELINE).flatMap(([browser, oldest]) => {
    const statements = [support[browser as BrowserName] ?? []].flat()
    const whole = statements.filter(
      (one) =>
        one.version_added && !one.flags && !one.prefix && !one.alternative_name && !one.version_removed,
    )
    const since = whole.map(({ version_added }) => Number.parseFloat(String(version_added).replace('≤', '')))
    // A preview counts as never, and what the data does not say as present.
    if (statements.length === 0) return []
    const first = Math.min(...since.map((version) => (Number.isNaN(version) ? Infinity : version)))
    return first > oldest ? [`${browser} < ${first === Infinity ? 'ever' : first}`] : []
  })
}

/** Every feature below one of the data's nodes that `wanted` names, with its place in the data. */
export function* featuresIn(
  node: Identifier,
  path: string,
  depth: number,
): Generator<{ path: string; name: string; compat: CompatStatement }> {
  for (const [name, child] of Object.entries(node)) {
    if (name === '__compat' || name === '__meta') continue
    const below = child as Identifier
    const place = `${path}.${name}`
    if (below['__compat']) yield { path: place, name, compat: below['__compat'] }
    if (depth > 1) yield* featuresIn(below, place, depth - 1)
  }
}
