import { getDefaultStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { submitFormAtom } from '../../../src/account/accountAtoms.ts'
import { accountFlow } from '../../../src/account/accountFlow.ts'
import { typeScreenNameAtom } from '../../../src/account/formAtoms.ts'
import type { AccountCheck } from '../../../contract/wire.ts'
import { toggleTaskAtom, doneTasksAtom } from '../../../src/account/guide/Plan.tsx'
import {
  changeSinceLastCheckAtom,
  storeCheckAtom,
  storeOutcomeAtom,
} from '../../../src/account/accountLog.ts'
import { toStoredCheck } from '../../../src/storage/records.ts'
import { readRestored } from '../../../src/account/restored/RestoredResult.tsx'
import { METHOD_VERSION } from '../../../contract/wire.ts'
import { lastUpstreamAtom } from '../../../src/check/upstream.ts'
import { storedLogAtoms } from '../../../src/log/logAtoms.ts'
import { checkStorageSwitch } from '../../../src/storage/database.ts'
import { readWholeLog } from '../../../src/storage/stores.ts'
import { blockedDevice, emptyDevice, named, storedCheck, written } from '../log/deviceLog.ts'
import { serveInProcess } from '../serveInProcess.ts'
import { finished } from './clearCheck.ts'

const { bans: CLEAR } = storedCheck()
const found = { bans: { ...CLEAR, search_ban: true } }

const result = (changes: Partial<AccountCheck> = {}): Partial<AccountCheck> => ({
  search_ban: true,
  ghost_ban: null,
  reply_deboosting: null,
  ...changes,
})

const keptOf = (answer: Partial<AccountCheck>, sandbox: boolean, posts = false) =>
  toStoredCheck(
    finished(answer, { screenName: 'Some_Name', upstream: sandbox ? 'sandbox' : 'x-api', posts, at: 5 }),
  )

describe('what is kept of a check', () => {
  it('a stored check contains the account, the time, the query, its bans, the counts of its posts, and how each post with an id was judged', () => {
    const tweets = ['AVAILABLE', 'AVAILABLE', 'FORBIDDEN', 'WHATEVER'].map((status, index) => ({
      url: index === 0 ? 'no post' : `https://x.com/a/status/1${index}`,
      status,
    }))
    expect(keptOf(result({ tweets } as Partial<AccountCheck>), true, true)).toEqual({
      account: 'some_name',
      name: 'Some_Name',
      at: 5,
      sandbox: true,
      state: 'open',
      bans: { search_suggestion_ban: false, search_ban: true, ghost_ban: null, reply_deboosting: null },
      partly: null,
      items: null,
      limited: null,
      version: null,
      method: null,
      postsMissing: false,
      missing: null,
      asked: { posts: true, reposts: true },
      judged: [
        ['11', 'ok', null],
        ['12', 'excluded', null],
        ['13', 'error', null],
      ],
      ticks: [],
      posts: { ok: 2, excluded: 1, quote: 0, restricted: 0, unsearched: 0, error: 1 },
    })
    expect(keptOf(result({ tweets: [] }), false)).toMatchObject({ sandbox: false, posts: null })
    expect(keptOf(result(), false)?.posts).toBeNull()
  })

  it.each([{ not_found: null }, { suspend: null }, { protect: null }])(
    'the stored state of an account is unknown if X did not tell it: %o',
    (states) => {
      expect(keptOf(result(states), false)?.state).toBe('unknown')
    },
  )
})

describe('a finished check', () => {
  // The page's own: the upstream of an answer is told to no other.
  const store = getDefaultStore()
  beforeEach(() => {
    emptyDevice()
    serveInProcess()
  })
  afterEach(() => void vi.unstubAllGlobals())
  async function answered(name: string) {
    store.set(typeScreenNameAtom, name)
    await store.set(submitFormAtom)
  }
  async function check(name: string) {
    await answered(name)
    await store.set(storeCheckAtom)
    return store.get(storeOutcomeAtom)
  }
  const kept = async () => (await readWholeLog())?.checks.map(({ account, sandbox }) => [account, sandbox])

  it('a check of demo data is stored as such, and compared only with other demo data', async () => {
    await written('checks', [storedCheck({ ...named('sbx_search'), at: 1 })])
    expect(await check('sbx_search')).toBe('kept')
    expect(store.get(changeSinceLastCheckAtom)).toBeNull()
    expect(await kept()).toEqual([
      ['sbx_search', true],
      ['sbx_search', false],
    ])
    await check('sbx_search')
    expect(store.get(changeSinceLastCheckAtom)?.sentence).toMatch(/から変わっていません$/)
  })

  it('the changes since the last check are known when the result is shown, so that both are drawn together', async () => {
    await written('checks', [
      storedCheck({ ...named('sbx_clear'), ...found, at: 1, sandbox: true, version: METHOD_VERSION }),
    ])
    const seen: unknown[] = []
    const stop = store.sub(accountFlow.doneAtom, () => {
      if (store.get(accountFlow.doneAtom)) seen.push(store.get(changeSinceLastCheckAtom)?.kind ?? null)
    })
    await answered('sbx_clear')
    stop()
    expect(seen).toEqual(['better'])
  })

  it('a result that Back shows again keeps the comparison that was shown with it', async () => {
    await check('sbx_search')
    await check('sbx_search')
    const first = store.get(accountFlow.doneAtom)
    const change = store.get(changeSinceLastCheckAtom)
    expect(change).not.toBeNull()
    await check('sbx_clear')
    store.set(accountFlow.setResultAtom, first)
    expect(store.get(changeSinceLastCheckAtom)).toEqual(change)
  })

  it('a log that cannot be read delays no result, and nothing is compared', async () => {
    blockedDevice()
    await answered('sbx_search')
    expect(store.get(accountFlow.doneAtom)?.result.before).toEqual([])
    expect(store.get(changeSinceLastCheckAtom)).toBeNull()
  })

  it('a check of the sandbox is stored as a demo, although the server has been switched to X since', async () => {
    await answered('sbx_search')
    store.set(lastUpstreamAtom, 'x-api')
    await store.set(storeCheckAtom)
    expect(await kept()).toEqual([['sbx_search', true]])
  })

  it('a check that X’s rate limit prevented is not stored in the log', async () => {
    expect(await check('sbx_limit_user')).toBeNull()
    expect(await kept()).toEqual([])
  })

  it('a check is compared with the stored one, but not stored, while the log is off', async () => {
    await check('sbx_search')
    await checkStorageSwitch.turn(false)
    expect(await check('sbx_search')).toBe('off')
    expect(store.get(changeSinceLastCheckAtom)?.sentence).toMatch(/から変わっていません$/)
    expect(await kept()).toHaveLength(1)
  })

  it('a second check on the same day keeps the ticked plan tasks, also on the device', async () => {
    const ticks = async () => (await readWholeLog())?.checks.map((one) => one.ticks)
    const now = () => store.get(accountFlow.doneAtom)?.endedAt ?? 0
    const plans = () => ({ name: 'SBX_search', at: now() })
    await check('sbx_search')
    await store.set(toggleTaskAtom, plans(), 'search_ban 0')
    await store.set(toggleTaskAtom, plans(), 'search_ban 1')
    await store.set(toggleTaskAtom, plans(), 'search_ban 1')
    // The page shows the same check once more.
    await store.set(storeCheckAtom)
    expect(await ticks()).toEqual([['search_ban 0']])
    await check('sbx_search')
    expect([...store.get(doneTasksAtom)(plans())]).toEqual(['search_ban 0'])
    expect(await ticks()).toEqual([['search_ban 0'], ['search_ban 0']])
    await store.set(toggleTaskAtom, plans(), 'search_ban 0')
    expect(await ticks()).toEqual([[], ['search_ban 0']])
  })

  it('plan tasks that are ticked before the check is stored are saved with it', async () => {
    await answered('sbx_search')
    const keeping = store.set(storeCheckAtom)
    const plans = { name: 'SBX_search', at: store.get(accountFlow.doneAtom)?.endedAt ?? 0 }
    await Promise.all([keeping, store.set(toggleTaskAtom, plans, 'search_ban 0')])
    expect((await readWholeLog())?.checks.map((one) => one.ticks)).toEqual([['search_ban 0']])
  })

  it('a check on the next day in the device’s time zone starts without ticked plan tasks', async () => {
    const evening = new Date(2026, 10, 21, 23, 59).getTime()
    const earlier = storedCheck({ ...named('sbx_search'), at: evening })
    await written('checks', [{ ...earlier, sandbox: true, ticks: ['search_ban 0'] }])
    vi.useFakeTimers({ now: evening + 60_000, toFake: ['Date'] })
    await check('sbx_search')
    vi.useRealTimers()
    expect((await readWholeLog())?.checks.map((one) => one.ticks)).toEqual([[], ['search_ban 0']])
  })

  it('a deleted check is not stored again when the page shows its result again', async () => {
    await check('sbx_search')
    await store.set(storedLogAtoms.loadAtom)
    await store.set(storedLogAtoms.clearAtom)
    await store.set(storeCheckAtom)
    expect(await kept()).toEqual([])
  })

  it('the comparison with the last check disappears once another check begins', async () => {
    await check('sbx_search')
    store.set(typeScreenNameAtom, 'sbx_clear')
    const asking = store.set(submitFormAtom)
    expect(store.get(changeSinceLastCheckAtom)).toBeNull()
    await asking
    expect(store.get(changeSinceLastCheckAtom)).toBeNull()
  })
})

describe('readRestored', () => {
  beforeEach(async () => {
    emptyDevice()
    await written('checks', [
      storedCheck({ at: 1 }),
      storedCheck({ at: 2 }),
      storedCheck({ account: 'other', at: 3 }),
    ])
  })

  it('no check is restored while the log is off, or if storage cannot be read', async () => {
    await checkStorageSwitch.turn(false)
    expect(await readRestored('name')).toBeNull()
    blockedDevice()
    expect(await readRestored('name')).toBeNull()
  })
})
