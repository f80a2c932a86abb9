import { createStore } from 'jotai/vanilla'
import type { Atom } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  accountCheckModule,
  asksForPostsAtom,
  cancelCheckAtom,
  canSubmitAtom,
  checkNameAtom,
  enterAccountPageAtom,
  isResultModuleLoadedAtom,
  recheckShownAccountAtom,
  retryFailedCheckAtom,
  submitFormAtom,
} from '../../../src/account/accountAtoms.ts'
import { accountFlow } from '../../../src/account/accountFlow.ts'
import {
  checksPostsAtom,
  screenNameFaultAtom,
  includesRepostsAtom,
  nameChoicesAtom,
  formOfferCountAtom,
  textReaderModule,
  loadRecentNamesAtom,
  recentNamesAtom,
  screenNameAtom,
  typedPostAtom,
  typeScreenNameAtom,
} from '../../../src/account/formAtoms.ts'
import {
  readHistoryEntry,
  saveHistoryEntry,
  showHistoryEntryAtom,
  shownNameAtom,
  claimResultToSaveAtom,
} from '../../../src/account/historyEntry.ts'
import { OfflineError } from '../../../src/lib/loadChunk.ts'
import { toCheckRequest } from '../../../src/account/checkAccount.ts'
import { waitFor } from '../../waitFor.ts'
import { blockedDevice, emptyDevice, named, storedCheck, written } from '../log/deviceLog.ts'
import { serveInProcess } from '../serveInProcess.ts'

const { doneAtom, failedAtom } = accountFlow

/** What shows the outcome, as if it were loaded. */
const PART = { load: async () => null, loaded: () => null }

let store: ReturnType<typeof createStore>
let called: string[]

beforeEach(() => {
  store = createStore()
  called = serveInProcess()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function check(screenName: string) {
  store.set(typeScreenNameAtom, screenName)
  await store.set(submitFormAtom)
  return store.get(doneAtom)?.result
}

describe('an account check', () => {
  it('an account check leads from the typed name to the validated result through the real API', async () => {
    const result = await check('sbx_mixed')
    expect(result).toMatchObject({ screenName: 'sbx_mixed', not_found: false })
    expect(result?.tweets).toHaveLength(20)
    expect(result).not.toHaveProperty('user')
    expect(called.slice(-2)).toEqual(['/api/generate-keyvalue', '/api/check-by-user'])
  })

  it('an account check on the test page calls the inner endpoint', async () => {
    store.set(enterAccountPageAtom, 'test', PART)
    await check('sbx_clear')
    expect(called.at(-1)).toBe('/api/check-by-user-inner')
  })
})

describe('a check of the shown account again', () => {
  it('repeating a check uses the shown account and its options, whatever the form contains', async () => {
    store.set(checksPostsAtom, false)
    await check('sbx_clear')
    store.set(typeScreenNameAtom, 'sbx_ghost')
    store.set(checksPostsAtom, true)
    await store.set(recheckShownAccountAtom)
    expect(store.get(doneAtom)?.query).toMatchObject({ screenName: 'sbx_clear', posts: false })
    expect(called.filter((path) => path === '/api/check-by-user')).toHaveLength(2)
    expect([store.get(screenNameAtom), store.get(checksPostsAtom)]).toEqual(['sbx_clear', false])
  })

  it('a check cannot be repeated before the first one, or while one runs', async () => {
    await store.set(recheckShownAccountAtom)
    expect(called).toEqual([])
    const running = check('sbx_clear')
    store.set(typeScreenNameAtom, 'typed meanwhile')
    await store.set(recheckShownAccountAtom)
    expect(store.get(screenNameAtom)).toBe('typed meanwhile')
    await running
    expect(called.filter((path) => path === '/api/check-by-user')).toHaveLength(1)
  })
})

describe('what shows the outcome', () => {
  it('a check or its result is shown as soon as the code of the result is loaded, which happens with the check', async () => {
    let give: (part: unknown) => void = () => undefined
    const load = vi.fn<() => Promise<unknown>>(() => new Promise((resolve) => void (give = resolve)))
    store.set(enterAccountPageAtom, 'main', { load, loaded: () => undefined })
    const running = check('sbx_clear')
    expect(store.get(isResultModuleLoadedAtom)).toBe(false)
    expect(load).toHaveBeenCalledTimes(1)
    give('the part')
    await running
    expect(store.get(isResultModuleLoadedAtom)).toBe(true)
  })

  it('the result is cleared when the other page is opened, but not when the same page is opened again', async () => {
    await check('sbx_clear')
    store.set(enterAccountPageAtom, 'main', PART)
    expect(store.get(doneAtom)?.query).toMatchObject({ variant: 'main', screenName: 'sbx_clear' })
    store.set(enterAccountPageAtom, 'test', PART)
    expect([store.get(doneAtom), store.get(accountFlow.queryAtom)]).toEqual([null, null])
  })

  it('space for posts is reserved from the start of a check that requests them', async () => {
    expect(store.get(asksForPostsAtom)).toBe(false)
    const running = check('sbx_clear')
    expect(store.get(asksForPostsAtom)).toBe(true)
    await running
    expect(store.get(asksForPostsAtom)).toBe(true)
    store.set(checksPostsAtom, false)
    await check('sbx_clear')
    expect(store.get(asksForPostsAtom)).toBe(false)
  })
})

describe('the address and the history of the tab', () => {
  const asked = (screenName: string, options = {}) => ({ screenName, posts: true, reposts: true, ...options })
  const entry = (state: unknown, search = '') => {
    const addresses: unknown[] = []
    const replaceState = (next: unknown, _: string, address?: string) => {
      history.state = next
      if (address !== undefined) addresses.push(address)
    }
    const history = { state, replaceState }
    vi.stubGlobal('history', history)
    vi.stubGlobal('location', { search })
    return { history, addresses }
  }
  /** Comes to an entry of the history, with a page of its own where there is none yet. */
  function show(state: unknown, search = '', page = store) {
    entry(state, search)
    page.set(showHistoryEntryAtom)
    return page
  }

  it('the URL contains the name before the page is reloaded for code that could not be fetched', async () => {
    const { addresses, history } = entry({ idx: 3 })
    const load = vi.spyOn(accountCheckModule, 'load')
    const checked = check('sbx_clear')
    // From the press on, since the page may be left before it has rendered anything.
    const running = { checked: asked('sbx_clear'), next: asked('sbx_clear') }
    expect(history.state).toEqual({ idx: 3, usr: running })
    await checked
    expect(readHistoryEntry()).toEqual({ checked: asked('sbx_clear') })
    expect(addresses).toEqual([])
    load.mock.calls[0]?.[0]?.()
    expect(addresses).toEqual(['?screen_name=sbx_clear'])
  })

  it('the field is filled with the name of a link if no name was checked on this history entry', () => {
    show(null, '?screen_name=%40linked&utm=1')
    expect(store.get(screenNameAtom)).toBe('linked')
    const other = show({ usr: { checked: asked('checked') } }, '?screen_name=linked', createStore())
    expect(other.get(screenNameAtom)).toBe('checked')
  })

  it('a link does not replace what is typed, and fills in nothing if it has no name', () => {
    entry({ usr: { checked: asked('checked') } })
    store.set(typeScreenNameAtom, 'typed')
    store.set(showHistoryEntryAtom)
    expect(store.get(screenNameAtom)).toBe('typed')
    const other = show(null, '?other=1', createStore())
    expect(other.get(screenNameAtom)).toBe('')
  })

  it('a check is saved in the member of the history state that the router uses for its state', () => {
    const { history } = entry({ idx: 3, key: 'abc' })
    saveHistoryEntry({ checked: asked('Some_Name', { posts: false }), endedAt: 5 })
    const usr = { checked: asked('Some_Name', { posts: false }), endedAt: 5 }
    expect(history.state).toEqual({ idx: 3, key: 'abc', usr })
    expect(readHistoryEntry()).toEqual(usr)
  })

  it.each([
    { checked: 5 },
    { checked: { screenName: 'hy-phen' } },
    { checked: { screenName: '' } },
    'name',
    { checked: 'a' },
  ])('no name is read from the history state %j', (usr) => {
    entry({ usr })
    expect(readHistoryEntry()).toBeNull()
  })

  it('invalid fields of a check in the history state are ignored', () => {
    entry({ usr: { checked: { screenName: 'a', posts: 'no' }, endedAt: 'now', next: 1 } })
    expect(readHistoryEntry()).toEqual({ checked: asked('a') })
  })

  it('no name is saved if the browser refuses to change the history state', () => {
    const { history } = entry(null)
    history.replaceState = () => {
      throw new DOMException('too often', 'SecurityError')
    }
    saveHistoryEntry({ checked: asked('a') })
    expect(readHistoryEntry()).toBeNull()
  })

  const at = (name: string) => ({ usr: { checked: asked(name), endedAt: store.get(doneAtom)?.endedAt } })

  it('Back shows the result of each history entry, with its name in the field', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await check('sbx_clear')
    const first = at('sbx_clear')
    vi.setSystemTime(Date.now() + 1)
    await check('sbx_ghost')
    const second = at('sbx_ghost')
    vi.useRealTimers()
    const shown = () => [store.get(shownNameAtom), store.get(screenNameAtom)]
    show(first)
    expect(shown()).toEqual(['sbx_clear', 'sbx_clear'])
    show(second)
    expect(shown()).toEqual(['sbx_ghost', 'sbx_ghost'])
  })

  it('Back shows a result however many checks have failed since', async () => {
    await check('sbx_clear')
    const first = at('sbx_clear')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1 })
    await check('sbx_ghost')
    vi.useRealTimers()
    for (let failed = 0; failed < 20; failed++) await check('sbx_err_500')
    show(first)
    expect([store.get(shownNameAtom), store.get(doneAtom)?.endedAt]).toEqual(['sbx_clear', first.usr.endedAt])
  })

  it('each result becomes one history entry, also if the entry changes before the result does', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    entry(null)
    await check('sbx_clear')
    expect(store.set(claimResultToSaveAtom)).toMatchObject({ checked: asked('sbx_clear'), isNewEntry: false })
    const first = at('sbx_clear')
    entry(first)
    expect(store.set(claimResultToSaveAtom)).toBeNull()
    vi.setSystemTime(Date.now() + 1)
    await check('sbx_ghost')
    vi.useRealTimers()
    expect(store.set(claimResultToSaveAtom)).toMatchObject({ checked: asked('sbx_ghost'), isNewEntry: true })
    expect(store.set(claimResultToSaveAtom)).toBeNull()
    entry(null)
    expect(store.set(claimResultToSaveAtom)).toMatchObject({ checked: asked('sbx_ghost'), isNewEntry: false })
  })

  it('Back shows only the name if the result is gone, and no other account', async () => {
    await check('sbx_clear')
    show({ usr: { checked: asked('sbx_ghost'), endedAt: 1 } })
    const names = [store.get(shownNameAtom), store.get(screenNameAtom)]
    expect([store.get(doneAtom), ...names]).toEqual([null, 'sbx_ghost', 'sbx_ghost'])
    await check('sbx_clear')
    show(null, '?screen_name=sbx_ghost')
    expect([store.get(doneAtom), store.get(screenNameAtom)]).toEqual([null, 'sbx_ghost'])
  })

  it('Back shows no result of the other page', async () => {
    await check('sbx_clear')
    entry(at('sbx_clear'))
    store.set(enterAccountPageAtom, 'test', PART)
    store.set(showHistoryEntryAtom)
    expect([store.get(doneAtom), store.get(shownNameAtom)]).toEqual([null, 'sbx_clear'])
  })

  it('a check continues if it began before the history entry of the previous result was rendered', async () => {
    await check('sbx_clear')
    entry(at('sbx_clear'))
    const running = check('sbx_ghost')
    store.set(showHistoryEntryAtom)
    await running
    expect([store.get(shownNameAtom), store.get(screenNameAtom)]).toEqual(['sbx_ghost', 'sbx_ghost'])
  })

  it('the options of a check are back in the form after a reload', () => {
    show({ usr: { checked: asked('sbx_clear', { posts: false }), endedAt: 1 } })
    const form = [screenNameAtom, checksPostsAtom, includesRepostsAtom].map((part) =>
      store.get(part as Atom<unknown>),
    )
    expect(form).toEqual(['sbx_clear', false, true])
  })

  it('a check whose page is closed stays in the history entry with its options, and one that ended or was cancelled does not', async () => {
    entry(null)
    store.set(checksPostsAtom, false)
    const next = asked('sbx_clear', { posts: false })
    const halted = check('sbx_clear')
    store.set(accountFlow.abortAtom)
    await halted
    expect(readHistoryEntry()).toEqual({ checked: next, next })
    const cancelled = (store.set(accountFlow.cancelAtom), check('sbx_clear'))
    store.set(cancelCheckAtom)
    await cancelled
    expect(readHistoryEntry()).toEqual({ checked: next })
    await check('sbx_err_500')
    expect(readHistoryEntry()?.next).toBeUndefined()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
    await check('sbx_clear')
    expect(readHistoryEntry()?.next).toBeUndefined()
  })

  it('a check that runs after another one does not replace it in the history entry', async () => {
    await check('sbx_clear')
    const { usr } = at('sbx_clear')
    entry({ usr })
    const halted = check('sbx_ghost')
    store.set(accountFlow.abortAtom)
    await halted
    expect(readHistoryEntry()).toEqual({ ...usr, next: asked('sbx_ghost') })
  })

  it('the result of an account remains if a link to the same account is opened', async () => {
    await check('sbx_ghost')
    show({ usr: { checked: asked('sbx_ghost'), next: asked('sbx_ghost') } }, '?screen_name=sbx_ghost')
    expect(store.get(shownNameAtom)).toBe('sbx_ghost')
  })
})

describe('the form', () => {
  it.each([
    ['a_name_of_16_ch_', 'length'],
    ['@na-me', 'characters'],
  ])('the form refuses %s without calling the server', async (typed, fault) => {
    await check(typed)
    expect(store.get(screenNameFaultAtom)?.kind).toBe(fault)
    expect(called).toEqual([])
    store.set(typeScreenNameAtom, 'name')
    expect(store.get(screenNameFaultAtom)).toBeNull()
  })

  it('submitting the form extracts the name from what is typed', async () => {
    await store.set(checkNameAtom, ' ＠sbx_ghost ')
    expect(store.get(doneAtom)?.result).toMatchObject({ screenName: 'sbx_ghost', ghost_ban: true })
    expect(store.get(screenNameAtom)).toBe('sbx_ghost')
  })

  it('the form cannot be submitted while it is empty', async () => {
    expect(store.get(canSubmitAtom)).toBe(false)
    await store.set(submitFormAtom)
    expect([called, store.get(screenNameFaultAtom)]).toEqual([[], null])
  })

  it('the form cannot be submitted while a check runs, and keeps what is typed meanwhile', async () => {
    const running = check('sbx_clear')
    store.set(typeScreenNameAtom, 'na me')
    expect(store.get(canSubmitAtom)).toBe(false)
    await store.set(submitFormAtom)
    expect(store.get(screenNameFaultAtom)).toBeNull()
    await running
    expect([store.get(canSubmitAtom), store.get(screenNameAtom)]).toEqual([true, 'na me'])
  })

  it('the form asks which account is meant if a pasted text names two, or may name none', async () => {
    for (const [typed, choices] of [
      ['@sbx_clear @sbx_mixed', ['sbx_clear', 'sbx_mixed']],
      ['たろう@C105東A01a', ['C105']],
    ] as const) {
      store.set(typeScreenNameAtom, typed)
      const asked = store.get(formOfferCountAtom)
      await store.set(submitFormAtom)
      expect(store.get(nameChoicesAtom)).toEqual(choices)
      expect([store.get(formOfferCountAtom), store.get(screenNameFaultAtom)]).toEqual([asked + 1, null])
      expect(store.get(accountFlow.stateAtom)).toBe('idle')
    }
  })

  it('the form offers to check the post of a mirror as a post on X', async () => {
    store.set(typeScreenNameAtom, 'https://fxtwitter.com/taro_1/status/12?s=20')
    await waitFor(() => expect(store.get(typedPostAtom)).toBe('https://x.com/taro_1/status/12'))
  })

  it('the form checks the account whose profile was pasted, also before the code that reads links was loaded', async () => {
    vi.spyOn(textReaderModule, 'loaded').mockReturnValue(undefined)
    await check(' https://x.com/sbx_clear?s=20 ')
    expect(store.get(doneAtom)?.result.screenName).toBe('sbx_clear')
    expect(store.get(screenNameAtom)).toBe('sbx_clear')
  })

  it('the form refuses a link as too long for a name if the code that reads links cannot be loaded', async () => {
    vi.spyOn(textReaderModule, 'loaded').mockReturnValue(undefined)
    vi.spyOn(textReaderModule, 'load').mockRejectedValue(new OfflineError('The device is offline'))
    await check('https://x.com/sbx_clear')
    expect([store.get(screenNameFaultAtom)?.kind, called]).toEqual(['length', []])
    expect(store.get(screenNameAtom)).toBe('https://x.com/sbx_clear')
  })

  it('the form starts one check if it is submitted twice while the code that reads links is loaded', async () => {
    store.set(typeScreenNameAtom, '@sbx_clear さん')
    await Promise.all([store.set(submitFormAtom), store.set(submitFormAtom)])
    expect(called.filter((path) => path === '/api/check-by-user')).toHaveLength(1)
  })

  it('the form asks what to check if the URL of a post is typed, and leaves it in the field', async () => {
    const url = '　ｘ.com/sbx_clear/status/1980000000000000000 '
    await check(url)
    expect([called, store.get(formOfferCountAtom)]).toEqual([[], 1])
    expect([store.get(screenNameAtom), store.get(typedPostAtom)]).toEqual([
      url,
      'x.com/sbx_clear/status/1980000000000000000',
    ])
  })
})

describe('a second check', () => {
  it('a failed second check keeps the first result, and a retry repeats exactly the failed query', async () => {
    store.set(checksPostsAtom, false)
    await check('sbx_clear')
    const endedAt = store.get(doneAtom)?.endedAt
    await check('sbx_err_500')
    expect(store.get(doneAtom)).toMatchObject({ endedAt, result: { screenName: 'sbx_clear' } })
    expect(store.get(failedAtom)?.query.screenName).toBe('sbx_err_500')
    store.set(typeScreenNameAtom, 'half typ')
    store.set(checksPostsAtom, true)
    await store.set(retryFailedCheckAtom)
    expect(store.get(failedAtom)?.query).toMatchObject({ screenName: 'sbx_err_500', posts: false })
    expect([store.get(screenNameAtom), store.get(screenNameFaultAtom)]).toEqual(['half typ', null])
    expect(called.filter((path) => path === '/api/check-by-user')).toHaveLength(3)
  })
})

// D11: the second checkbox counts only while the first is on.
it.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])('a check with posts %s and reposts %s is sent with repost=%s', (posts, reposts, repost) => {
  const query = { variant: 'main', screenName: 'Sbx_Clear', posts, reposts } as const
  const request = { screen_name: 'Sbx_Clear', key: 'the key', searchban: posts, repost }
  expect(toCheckRequest(query, 'the key')).toEqual(request)
})

describe('the suggested names', () => {
  let field: HTMLInputElement & { listeners: Set<string> }
  const names = () => store.get(recentNamesAtom)

  beforeEach(async () => {
    emptyDevice()
    await written('checks', [
      storedCheck({ ...named('One'), at: 1 }),
      storedCheck({ ...named('Two'), at: 2 }),
    ])
    field = fieldWith('')
    vi.stubGlobal('requestIdleCallback', (job: () => void) => void queueMicrotask(job))
    vi.stubGlobal('document', { activeElement: field })
  })

  /** As much of an input field as is listened to; `listeners` are the kinds of events that are listened to. */
  function fieldWith(value: string) {
    const listeners = new Set<string>()
    const target = new EventTarget()
    return Object.assign(target, {
      value,
      listeners,
      addEventListener(kind: string, listener: EventListener, { signal }: { signal: AbortSignal }) {
        listeners.add(kind)
        signal.addEventListener('abort', () => listeners.delete(kind))
        EventTarget.prototype.addEventListener.call(target, kind, listener, { signal })
      },
    }) as unknown as HTMLInputElement & { listeners: Set<string> }
  }

  /** A letter that arrives in the field. */
  const letter = (isComposing: boolean) => Object.assign(new Event('input'), { isComposing })

  it('the suggested names are those that were checked, the last one first, once the field was focused and the page is idle', async () => {
    let idle: () => void = () => undefined
    vi.stubGlobal('requestIdleCallback', (job: () => void) => void (idle = job))
    const recalling = store.set(loadRecentNamesAtom, field)
    await Promise.resolve()
    expect(names()).toEqual([])
    idle()
    await recalling
    expect(names()).toEqual(['Two', 'One'])
    expect([...field.listeners]).toEqual([])
  })

  it.each([
    ['the composition ends', new Event('compositionend')],
    ['the field is left', new Event('blur')],
    ['a letter comes that is not composed', letter(false)],
  ])('the suggested names wait during an IME composition until %s', async (_, end) => {
    Object.assign(field, { value: 'と' })
    const recalling = store.set(loadRecentNamesAtom, field)
    await waitFor(() => expect([...field.listeners].sort()).toEqual(['blur', 'compositionend', 'input']))
    field.dispatchEvent(letter(true))
    // All that would follow from it has happened by the next task.
    await new Promise((resolve) => setTimeout(resolve))
    expect(names()).toEqual([])
    field.dispatchEvent(end)
    await recalling
    expect(names()).toEqual(['Two', 'One'])
    expect([...field.listeners]).toEqual([])
  })

  it('no names are suggested if the device stores nothing', async () => {
    blockedDevice()
    await store.set(loadRecentNamesAtom, field)
    expect(names()).toEqual([])
  })
})
