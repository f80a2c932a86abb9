import * as v from 'valibot'
import { FEEDBACK_VERDICTS, wilson } from '../../contract/feedback.ts'
import { ACCOUNT_OUTAGE_CODES, BANS } from '../../contract/outcomes.ts'
import { ScreenName } from '../../contract/wire.ts'
import type { AccountCheck } from '../../contract/wire.ts'
import { ApiError } from '../http/errors.ts'
import type { Upstream } from '../upstream/Upstream.ts'

const KnownState = v.pipe(
  v.strictTuple([ScreenName, v.picklist(BANS), v.picklist(FEEDBACK_VERDICTS)]),
  v.transform(([name, item, truth]) => ({ name, item, truth })),
)
export type KnownState = v.InferOutput<typeof KnownState> & { line: number }

/** Reads three columns: name, item, `clear` or `affected`. Empty lines and those that begin with `#` say nothing. The faults name lines alone. */
export function knownStates(text: string): { states: KnownState[]; faults: string[] } {
  const states: KnownState[] = []
  const faults: string[] = []
  for (const [index, words] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(words)) continue
    const columns = words
      .trim()
      .replace(/^@/, '')
      .split(/[\s,]+/)
    const read = v.safeParse(KnownState, columns)
    if (read.success) states.push({ ...read.output, line: index + 1 })
    else faults.push(`Line ${index + 1} must hold a name, one of ${BANS.join(', ')}, and clear or affected.`)
  }
  return { states, faults }
}

/** What the upstream said of a known state; why it said nothing, where it gave no verdict. */
export type Compared = KnownState & { verdict: 'clear' | 'affected' | null; reason: string }

const DEADLINE_MS = 40_000
/** Refusals after which no other account would be answered either. */
const FINAL: ReadonlySet<string> = new Set(ACCOUNT_OUTAGE_CODES)

/** Checks each account once, one after the other, without its posts. What cannot be paid or asked any more is left as it is. */
export async function askAll(
  upstream: Upstream,
  states: readonly KnownState[],
  clientKey: string,
): Promise<Compared[]> {
  const compared: Compared[] = []
  let over: string | null = null
  for (const [name, own] of Map.groupBy(states, ({ name }) => name.toLowerCase())) {
    const told: AccountCheck | string = over ?? (await ask(upstream, own[0]?.name ?? name, clientKey))
    if (typeof told === 'string' && FINAL.has(told)) over = told
    for (const state of own) compared.push(compare(state, told))
  }
  return compared
}

async function ask(upstream: Upstream, name: string, clientKey: string): Promise<AccountCheck | string> {
  const request = { screen_name: name, key: '', searchban: false, repost: false }
  try {
    return await upstream.checkAccount(request, { signal: AbortSignal.timeout(DEADLINE_MS), clientKey })
  } catch (error) {
    return error instanceof ApiError ? error.code : 'failed'
  }
}

function compare(state: KnownState, told: AccountCheck | string): Compared {
  if (typeof told === 'string') return { ...state, verdict: null, reason: told }
  const { reason: why, looked = 0, found = 0 } = told.evidence?.items[state.item] ?? {}
  // An account of which search has only some posts is neither.
  const isPartly = told[state.item] === false && found < looked
  const flag = isPartly ? null : told[state.item]
  const reason = isPartly ? 'found in part' : (why ?? 'unstated')
  return {
    ...state,
    verdict: flag === null ? null : flag ? 'affected' : 'clear',
    reason: flag === null ? reason : '',
  }
}

const HEAD = ['item', 'truth', 'known', 'judged', 'agreed', '', '95 % interval']

export function calibrationTable(compared: readonly Compared[]): string {
  const rows = BANS.flatMap((item) =>
    FEEDBACK_VERDICTS.flatMap((truth) => {
      const known = compared.filter((one) => one.item === item && one.truth === truth)
      return known.length > 0 ? [rowOf(item, truth, known)] : []
    }),
  )
  const against = compared.filter(({ verdict, truth }) => verdict !== null && verdict !== truth)
  const line = (cells: string[]) => cells.map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0)).join(' ')
  return [
    ...[HEAD, ...rows].map((cells) => line(cells).trimEnd()),
    '',
    ...unjudged(compared),
    against.length === 0
      ? 'No verdict contradicts what is known.'
      : `Contradicted: ${against.map(({ line, verdict }) => `line ${line} (${verdict})`).join(', ')}.`,
  ].join('\n')
}

const WIDTHS = [22, 8, 6, 7, 7, 6, 0]

function rowOf(item: string, truth: string, known: readonly Compared[]): string[] {
  const judged = known.filter(({ verdict }) => verdict !== null)
  const agreed = judged.filter(({ verdict }) => verdict === truth).length
  const { low, high } = wilson(agreed, judged.length)
  const counts = [known.length, judged.length, agreed].map(String)
  if (judged.length === 0) return [item, truth, ...counts, '–', '–']
  const part = `${Math.round((100 * agreed) / judged.length)} %`
  return [item, truth, ...counts, part, `${Math.floor(100 * low)}–${Math.ceil(100 * high)} %`]
}

function unjudged(compared: readonly Compared[]): string[] {
  const reasons = Map.groupBy(
    compared.filter(({ verdict }) => verdict === null),
    ({ reason }) => reason,
  )
  if (reasons.size === 0) return []
  return [`Not judged: ${[...reasons].map(([reason, all]) => `${all.length} ${reason}`).join(', ')}.`]
}
