import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { BANS } from '../../contract/outcomes.ts'
import { ACCOUNT_OUTAGE_CODES, ApiError } from '../../contract/reasons.ts'
import { reasonName } from '../../contract/reasons.ts'
import { ScreenName } from '../../contract/wire.ts'
import type { AccountCheck } from '../../contract/wire.ts'
import { CHECK_DEADLINE_MS, exitWithError } from '../config.ts'
import type { Config } from '../config.ts'
import { openUpstream } from '../openUpstream.ts'
import type { Upstream } from '../upstream/Upstream.ts'
import { UsageError, withBackend } from './Command.ts'
import type { Command } from './Command.ts'

const VERDICTS = ['clear', 'affected'] as const

const KnownState = v.pipe(
  v.strictTuple([ScreenName, v.picklist(BANS), v.picklist(VERDICTS)]),
  v.transform(([name, item, truth]) => ({ name, item, truth })),
)
type KnownState = v.InferOutput<typeof KnownState> & { line: number }

/** Reads three columns: name, item, `clear` or `affected`. Empty lines and those that begin with `#` say nothing. The faults name lines alone. */
function knownStates(text: string): { states: KnownState[]; faults: string[] } {
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
  if (states.length === 0 && faults.length === 0) faults.push('The file holds no known state.')
  return { states, faults }
}

/** The upstream's verdict on an account whose state is known, or the reason why it gave none. */
type Compared = KnownState & { verdict: 'clear' | 'affected' | null; reason: string }

/** Refusals after which no other account would be answered either. */
const FINAL: ReadonlySet<string> = new Set(ACCOUNT_OUTAGE_CODES)

/** Checks each account once, one after the other, without its posts. After a refusal that concerns all accounts (`FINAL`), the others get the same answer. */
async function askAll(upstream: Upstream, states: readonly KnownState[]): Promise<Compared[]> {
  const compared: Compared[] = []
  let over: string | null = null
  for (const [name, own] of Map.groupBy(states, ({ name }) => name.toLowerCase())) {
    const answer: AccountCheck | string = over ?? (await ask(upstream, name))
    if (typeof answer === 'string' && FINAL.has(answer)) over = answer
    for (const state of own) compared.push(compare(state, answer))
  }
  return compared
}

/** Uses a client key of its own, so that visitors' shares are not used up. The day's budget is shared with them. */
async function ask(upstream: Upstream, name: string): Promise<AccountCheck | string> {
  const request = { screen_name: name, key: '', searchban: false, repost: false }
  const caller = { signal: AbortSignal.timeout(CHECK_DEADLINE_MS), clientKey: 'calibration' }
  return await upstream
    .checkAccount(request, caller)
    .catch((error: unknown) => (error instanceof ApiError ? error.code : 'failed'))
}

/** An account of which search has only some posts is neither. */
function compare(state: KnownState, answer: AccountCheck | string): Compared {
  if (typeof answer === 'string') return { ...state, verdict: null, reason: answer }
  const isAffected = answer[state.item]
  const { reason, looked = 0, found = looked } = answer.evidence?.items[state.item] ?? {}
  if (isAffected === null)
    return { ...state, verdict: null, reason: reason ? reasonName(reason) : 'unstated' }
  if (!isAffected && found < looked) return { ...state, verdict: null, reason: 'found in part' }
  return { ...state, verdict: isAffected ? 'affected' : 'clear', reason: '' }
}

const COLUMN_NAMES = ['item', 'truth', 'known', 'judged', 'agreed', '', '95 % interval']

function calibrationTable(compared: readonly Compared[]): string {
  const rows = BANS.flatMap((item) =>
    VERDICTS.flatMap((truth) => {
      const known = compared.filter((one) => one.item === item && one.truth === truth)
      return known.length > 0 ? [rowOf(item, truth, known)] : []
    }),
  )
  const against = compared.filter(({ verdict, truth }) => verdict !== null && verdict !== truth)
  const line = (cells: string[]) =>
    cells.map((cell, index) => cell.padEnd(COLUMN_WIDTHS[index] ?? 0)).join(' ')
  return [
    ...[COLUMN_NAMES, ...rows].map((cells) => line(cells).trimEnd()),
    '',
    ...unjudged(compared),
    against.length === 0
      ? 'No verdict contradicts what is known.'
      : `Contradicted: ${against.map(({ line, verdict }) => `line ${line} (${verdict})`).join(', ')}.`,
  ].join('\n')
}

const COLUMN_WIDTHS = [22, 8, 6, 7, 7, 6, 0]

function rowOf(item: string, truth: string, known: readonly Compared[]): string[] {
  const judged = known.filter(({ verdict }) => verdict !== null)
  const agreed = judged.filter(({ verdict }) => verdict === truth).length
  const { low, high } = wilsonInterval(agreed, judged.length)
  const counts = [known.length, judged.length, agreed].map(String)
  if (judged.length === 0) return [item, truth, ...counts, '–', '–']
  const part = `${Math.round((100 * agreed) / judged.length)} %`
  return [item, truth, ...counts, part, `${Math.floor(100 * low)}–${Math.ceil(100 * high)} %`]
}

const NORMAL_QUANTILE_975 = 1.959963984540054

/** Returns Wilson's 95 % score interval of a proportion. */
function wilsonInterval(hits: number, all: number): { low: number; high: number } {
  const part = hits / all
  const spread = NORMAL_QUANTILE_975 ** 2 / all
  const middle = part + spread / 2
  const reach = NORMAL_QUANTILE_975 * Math.sqrt((part * (1 - part) + spread / 4) / all)
  return {
    low: hits === 0 ? 0 : (middle - reach) / (1 + spread),
    high: hits === all ? 1 : (middle + reach) / (1 + spread),
  }
}

function unjudged(compared: readonly Compared[]): string[] {
  const open = compared.filter(({ verdict }) => verdict === null)
  if (open.length === 0) return []
  const reasons = Map.groupBy(open, ({ reason }) => reason)
  return [`Not judged: ${[...reasons].map(([reason, all]) => `${all.length} ${reason}`).join(', ')}.`]
}

export const calibrate: Command = {
  usage:
    'Usage: node server/tools/main.ts calibrate <file>, in whose lines stand a name, an item such as search_ban, and clear or affected',
  plan(args) {
    const [path, ...others] = parseArgs({ args, allowPositionals: true }).positionals
    if (path === undefined || others.length > 0) throw new UsageError()
    return async (config) => {
      const { states, faults } = knownStates(
        await readFile(path, 'utf8').catch(exitWithError('The file of known states cannot be read')),
      )
      for (const fault of faults) console.error(fault)
      if (faults.length > 0) return 78
      await compareAll(config, states)
      return 0
    }
  },
}

async function compareAll(config: Config, states: readonly KnownState[]): Promise<void> {
  let micros = 0
  let calls = 0
  const compared = await withBackend(config, ({ store }) =>
    askAll(
      openUpstream(config, store, () => undefined, {
        call: () => calls++,
        spent: (_endpoint, spent) => (micros += spent),
      }),
      states,
    ),
  )
  console.log(calibrationTable(compared))
  const accounts = new Set(states.map(({ name }) => name.toLowerCase())).size
  console.log(
    config.upstream === 'sandbox'
      ? `${accounts} invented accounts of the sandbox: this says nothing of X.`
      : `${accounts} accounts, ${calls} calls of X, at most $${(micros / 1e6).toFixed(3)} of the day's $${config.budgetUsd}.`,
  )
}
