import * as v from 'valibot'
import type { RunEngine } from './RunEngine.ts'
import { Configuration } from './settings.ts'

/** How a link names a configuration that is the same as the first one: what differs then is the device itself. */
const SAME = 'same'

const NAMES = ['engine', 'lanes', 'pool', 'range'] as const

/** What a configuration differs in from the first one, as a link writes it: `engine:rolled,lanes:1`. */
export function configurationText(other: Configuration, own: Configuration): string {
  const parts = NAMES.filter((name) => other[name] !== own[name]).map((name) => `${name}:${other[name]}`)
  return parts.join(',') || SAME
}

/** The configuration behind such a text; null for anything that this device cannot give. */
export function configurationFrom(
  text: string,
  own: Configuration,
  cores: number,
  engines: readonly RunEngine[],
): Configuration | null {
  const entries: Record<string, string | number> = {}
  for (const part of text === SAME ? [] : text.split(',')) {
    const [name = '', value = ''] = part.split(':')
    if (!NAMES.some((known) => known === name)) return null
    entries[name] = /^\d{1,10}$/.test(value) ? Number(value) : value
  }
  const { engine = own.engine } = entries
  // The page is one: its engine has one lane unless the text says otherwise, which is then refused.
  const lanes = engine === 'page' ? { lanes: 1 } : {}
  const read = v.safeParse(Configuration, {
    engine: own.engine,
    lanes: own.lanes,
    pool: own.pool,
    range: own.range,
    ...lanes,
    ...entries,
  })
  if (!read.success || !engines.some((known) => known === engine)) return null
  return read.output.lanes <= (engine === 'page' ? 1 : cores) ? read.output : null
}
