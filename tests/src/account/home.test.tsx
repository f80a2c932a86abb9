import { Provider } from 'jotai'
import { createStore } from 'jotai/vanilla'
import { MemoryRouter } from 'react-router-dom'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CheckedAccounts } from '../../../src/account/home/CheckedAccounts.tsx'
import { loadCheckedAccountsAtom } from '../../../src/account/home/checkedAccounts.ts'
import { DAY_MS } from '../../../contract/dates.ts'
import { checkStorageSwitch } from '../../../src/storage/database.ts'
import type { StoredCheck } from '../../../src/storage/records.ts'
import { removeRows } from '../../../src/storage/rows.ts'
import { readWholeLog, storeCheck } from '../../../src/storage/stores.ts'
import { emptyDevice, named, storedCheck } from '../log/deviceLog.ts'

const NOW = Date.UTC(2026, 10, 26, 3)

const clear = (name: string, changes: Partial<StoredCheck> = {}) =>
  storedCheck({ ...named(name), at: NOW, ...changes })

const found = (name: string, changes: Partial<StoredCheck> = {}) =>
  clear(name, { bans: { ...clear(name).bans, search_ban: true }, ...changes })

function drawn(store: ReturnType<typeof createStore>): string {
  return renderToStaticMarkup(
    <Provider store={store}>
      <MemoryRouter>
        <CheckedAccounts />
      </MemoryRouter>
    </Provider>,
  )
}

/** What each chip shows, without its tags. */
const chipsOf = (html: string) =>
  [...html.matchAll(/<a[^>]*aria-label[^>]*>(.*?)<\/a>/g)].map(([, inner = '']) =>
    inner.replaceAll(/<[^>]+>/g, ''),
  )

async function chips(): Promise<string[]> {
  const store = createStore()
  await store.set(loadCheckedAccountsAtom)
  return chipsOf(drawn(store))
}

beforeEach(emptyDevice)
afterEach(() => void vi.unstubAllGlobals())

describe('what the sandbox answered is marked as a demo', () => {
  it('the chip of an account with demo data is marked as a demo, visibly and for screen readers, and no other chip is', async () => {
    await storeCheck(found('sbx_search', { sandbox: true, at: NOW + 1 }))
    await storeCheck(clear('taro'))
    expect(await chips()).toEqual(['【デモ】@sbx_search ✕ 11/26', '@taro ✓ 11/26'])
    const store = createStore()
    await store.set(loadCheckedAccountsAtom)
    expect(drawn(store)).toContain('aria-label="【デモ】@sbx_search、')
    expect(drawn(store)).toContain('aria-label="@taro、')
  })
})

describe('the chips of accounts that were checked on this device', () => {
  it('each account has one chip with its latest state, and the account that was checked last comes first', async () => {
    await storeCheck(found('taro', { at: NOW }))
    await storeCheck(clear('hanako', { at: NOW + DAY_MS }))
    await storeCheck(clear('taro', { at: NOW + 2 * DAY_MS }))
    expect(await chips()).toEqual(['@taro ✓ 11/28', '@hanako ✓ 11/27'])
  })

  it('at most five accounts have chips', async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six']
    for (const [index, name] of names.entries()) await storeCheck(clear(name, { at: NOW + index }))
    expect((await chips()).map((chip) => chip.split(' ')[0])).toEqual([
      '@six',
      '@five',
      '@four',
      '@three',
      '@two',
    ])
  })

  it('no chips are shown while the log is off, although the records are still stored', async () => {
    await storeCheck(clear('taro'))
    await checkStorageSwitch.turn(false)
    expect(await chips()).toEqual([])
    await checkStorageSwitch.turn(true)
    expect(await chips()).toEqual(['@taro ✓ 11/26'])
  })

  it('chips disappear if another tab deleted the records', async () => {
    await storeCheck(clear('taro'))
    const store = createStore()
    await store.set(loadCheckedAccountsAtom)
    expect(chipsOf(drawn(store))).toHaveLength(1)
    await removeRows((await readWholeLog())?.rows ?? [])
    await store.set(loadCheckedAccountsAtom)
    expect(chipsOf(drawn(store))).toEqual([])
  })
})
