import { atom } from 'jotai/vanilla'
import type { Ban } from '../../../contract/outcomes.ts'
import { lazyModule } from '../../lib/loadChunk.ts'
import { accountKey } from '../../storage/records.ts'
import { latestMonthOf } from '../../storage/stores.ts'

/** The visitor's own newest report: its month in words, and how many kinds of its labels X's rules tie to each ban. */
export type OwnMonth = { month: string; kinds: Readonly<Record<Ban, number>> }

const readModule = lazyModule(async () => (await import('../../results/labels/bans.ts')).monthOfBans)

const stateAtom = atom<{ account: string; own: OwnMonth | null } | null>(null)
export const ownMonthAtom = atom((get) => {
  const state = get(stateAtom)
  return (name: string) => (state?.account === accountKey(name) ? state.own : null)
})

/** Reads the report that is kept of an account, if the visitor said that it is theirs. Nothing of it is sent. */
export const enterOwnMonthAtom = atom(null, async (_get, set, name: string) => {
  const month = await latestMonthOf(name)
  if (month) await readModule.prefetch()
  set(stateAtom, { account: accountKey(name), own: (month && readModule.loaded()?.(month)) ?? null })
})
