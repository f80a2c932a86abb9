import type { Page } from '@playwright/test'
import { recordByBan } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import { SANDBOX_ACCOUNT_ROWS } from '../../../server/upstream/sandboxRows.ts'
import { bansSentence } from '../../../src/results/accountVerdict.ts'
import { batchVerdict } from '../../../src/results/verdicts.ts'
import { recordByGroup } from '../../../contract/outcomes.ts'

/** The accounts that a walk checks. */
export const NAMES = ['sbx_search', 'sbx_clear', 'sbx_ghost', 'sbx_all_bans'] as const
export type Name = (typeof NAMES)[number]

/** The bans that the sandbox gives an account. */
export function bansOf(name: Name): Record<Ban, boolean> {
  const { flags = {} } = SANDBOX_ACCOUNT_ROWS[name] as { flags?: Partial<Record<Ban, boolean>> }
  return recordByBan((ban) => flags[ban] === true)
}

export const verdictOf = (name: Name): string => bansSentence(bansOf(name))

/** What a check of posts is to say, by how many of them search does not find. */
export const batchVerdictOf = ({ ok, excluded }: Posts): string =>
  batchVerdict({ ...recordByGroup(() => 0), ok, excluded }, 0).sentence

type Posts = { ok: number; excluded: number }

/** A check that the device stores. A later one has a larger `id`. */
type StoredCheck = { id: number; name: Name }

/** What the device stores, and the page /log of a tab shows. */
export type Log = { isOn: boolean; checks: readonly StoredCheck[]; batches: readonly number[] }

/** One tab, and what it is to show. */
export type Tab = {
  page: Page
  /** The accounts whose results the tab has in memory. */
  memory: Set<Name>
  /** What is shown of an account: its result, its stored result, or neither. */
  shown: { kind: 'answer' | 'restored'; name: Name } | null
  /** The account whose check failed last. */
  failed: Name | null
  /** What is typed in the field at an address; null if that is not known. */
  typed: { value: string; path: string } | null
  /** What /log shows, as it was read when it was entered or changed; null elsewhere. */
  log: Log | null
  /** What was deleted last, while that can be undone. */
  removed: Pick<Log, 'checks' | 'batches'> | null
  /** Whether its start view names the accounts of the log. It reserves the space for them when it is opened, so that nothing moves. */
  hasChips: boolean
  /** Whether nothing was pressed since a document was loaded or an entry of the history was entered: the focus is the browser's then. */
  isFresh: boolean
  /** Whether the visitor went back last in the history, so that there is a way forward. */
  wentBack: boolean
  /** Whether the document is translated. */
  isTranslated: boolean
}

/** A visitor's device and tabs, beside what the operator and the network do. */
export type World = {
  url: string
  tabs: Tab[]
  current: Tab
  device: Log
  /** What saved results are to say, by their paths. */
  saved: Map<string, Posts>
  isOnline: boolean
  settings: { notice: string; maintenance: string }
  /** The server answers no check of an account until the returned function is called. */
  holdChecks: () => () => void
  /** Opens another tab at the start view. */
  openTab: () => Promise<Tab>
  /** Picks one, by the seed of the walk. */
  pick: <T>(from: readonly T[]) => T
}

let lastId = 0

const isNamed = ({ isOn, checks }: Log): boolean => isOn && checks.length > 0

export function newTab(page: Page, device: Log): Tab {
  return {
    page,
    memory: new Set(),
    shown: null,
    failed: null,
    typed: null,
    log: null,
    removed: null,
    hasChips: isNamed(device),
    isFresh: true,
    wentBack: false,
    isTranslated: false,
  }
}

/** A check of the current tab has ended with its result. */
export function gotResult(world: World, tab: Tab, name: Name): void {
  tab.memory.add(name)
  Object.assign(tab, { shown: { kind: 'answer', name }, failed: null, log: null, removed: null })
  if (world.device.isOn) world.device.checks = [{ id: ++lastId, name }, ...world.device.checks]
}

export function gotFailure(tab: Tab, name: Name): void {
  tab.failed = name
  // A stored result is shown only while there is neither a result nor a failure.
  if (tab.shown?.kind === 'restored') tab.shown = null
}

export function gotBatch(world: World, path: string, posts: Posts): void {
  world.saved.set(path, posts)
  if (world.device.isOn) world.device.batches = [++lastId, ...world.device.batches]
}

/** The tab shows what its address asks for. */
export function entered(world: World, tab: Tab): void {
  const { pathname, searchParams } = new URL(tab.page.url())
  tab.removed = null
  tab.log = null
  if (pathname === '/log') showLog(world, tab)
  if (pathname !== '/') return
  tab.hasChips = isNamed(world.device)
  const name = NAMES.find((one) => one === searchParams.get('screen_name'))
  if (name !== tab.shown?.name || tab.shown?.kind === 'restored') {
    const { isOn, checks } = world.device
    const isStored = isOn && checks.some((check) => check.name === name)
    const kind = name && tab.memory.has(name) ? 'answer' : isStored ? 'restored' : null
    tab.shown = name && kind ? { kind, name } : null
    tab.failed = null
  }
  if (tab.typed && tab.typed.path !== pathOf(tab.page)) tab.typed = null
}

/** /log reads the log again. */
export function showLog({ device }: World, tab: Tab): void {
  tab.log = { ...device }
}

export const pathOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length)

/** The tab was loaded again. */
export function reloaded(world: World, tab: Tab): void {
  const { page } = tab
  Object.assign(tab, newTab(page, world.device))
  entered(world, tab)
}

/** Deletes of the device what the tab's /log shows, and that `isMeant`. */
export function removed(world: World, tab: Tab, isMeant: (id: number) => boolean): void {
  const { device } = world
  const isShown = (id: number) =>
    tab.log !== null && (tab.log.checks.some((check) => check.id === id) || tab.log.batches.includes(id))
  const isRemoved = (id: number) => isMeant(id) && isShown(id)
  tab.removed = {
    checks: device.checks.filter(({ id }) => isRemoved(id)),
    batches: device.batches.filter(isRemoved),
  }
  device.checks = device.checks.filter(({ id }) => !isRemoved(id))
  device.batches = device.batches.filter((id) => !isRemoved(id))
  showLog(world, tab)
}

export function undone(world: World, tab: Tab): void {
  const { device } = world
  const { checks = [], batches = [] } = tab.removed ?? {}
  device.checks = [...device.checks, ...checks].sort((a, b) => b.id - a.id)
  device.batches = [...device.batches, ...batches].sort((a, b) => b - a)
  tab.removed = null
  showLog(world, tab)
}
