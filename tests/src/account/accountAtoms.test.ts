import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TYPED_LENGTH_MAX } from '../../../contract/screenName.ts'
import {
  asksForPostsAtom,
  cancelCheckAtom,
  canSubmitAtom,
  checkWithOptionsAtom,
  enterAccountPageAtom,
  isResultModuleLoadedAtom,
  isStartViewAtom,
  resumeCheckAtom,
  retryFailedCheckAtom,
  submitFormAtom,
} from '../../../src/account/accountAtoms.ts'
import { accountFlow } from '../../../src/account/accountFlow.ts'
import {
  checksPostsAtom,
  screenNameFaultAtom,
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
  addressResultAtom,
  enterAddressAtom,
  restoredNameAtom,
  shownNameAtom,
} from '../../../src/account/address.ts'
import { readTabCheck, storeTabCheck } from '../../../src/account/tabCheck.ts'
import { OfflineError } from '../../../src/lib/loadChunk.ts'
import { toCheckRequest } from '../../../src/account/checkAccount.ts'
import { waitFor } from '../../waitFor.ts'
import { blockedDevice, emptyDevice, named, storedCheck, written } from '../log/deviceLog.ts'
import { stubSessionStorage } from '../posts/form/sessionStorageStub.ts'
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

/** Checks an account, and puts its name into the address as the drawn result does. */
async function check(screenName: string) {
  store.set(typeScreenNameAtom, screenName)
  await store.set(submitFormAtom)
  store.set(addressResultAtom)
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

it('the field keeps only the beginning of a very long text', () => {
  store.set(typeScreenNameAtom, `@sbx_clear ${'あ'.repeat(1_000_000)}`)
  expect(store.get(screenNameAtom)).toHaveLength(TYPED_LENGTH_MAX)
})

describe('a check of the shown account again', () => {
  async function recheck() {
    const query = store.get(accountFlow.queryAtom)
    if (query) await store.set(checkWithOptionsAtom, query)
  }

  it('repeating a check uses the shown account and its options, whatever the form contains', async () => {
    store.set(checksPostsAtom, false)
    await check('sbx_clear')
    store.set(typeScreenNameAtom, 'sbx_ghost')
    store.set(checksPostsAtom, true)
    await recheck()
    expect(store.get(doneAtom)?.query).toMatchObject({ screenName: 'sbx_clear', posts: false })
    expect(called.filter((path) => path === '/api/check-by-user')).toHaveLength(2)
    expect([store.get(screenNameAtom), store.get(checksPostsAtom)]).toEqual(['sbx_clear', false])
  })

  it('a check cannot be repeated while one runs', async () => {
    const running = check('sbx_clear')
    store.set(typeScreenNameAtom, 'typed meanwhile')
    await recheck()
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

describe('the address', () => {
  const shown = () => [store.get(shownNameAtom), store.get(screenNameAtom)]
  const putName = vi.fn<(name: string, isNewEntry: boolean) => boolean>(() => true)
  const open = (search: string, page = store, isBack = true) =>
    void page.set(enterAddressAtom, { search, isBack, putName })

  beforeEach(() => void putName.mockClear().mockReturnValue(true))

  /** Checks two accounts one after the other, each under its address. The clock stands still meanwhile and afterwards. */
  async function checkTwoAccounts() {
    vi.useFakeTimers({ toFake: ['Date'] })
    open('')
    await check('sbx_clear')
    open('?screen_name=sbx_clear')
    vi.setSystemTime(Date.now() + 1)
    await check('sbx_ghost')
    open('?screen_name=sbx_ghost')
  }
  afterEach(() => vi.useRealTimers())

  it('Back from a result in memory leads to the start view, although another result is newer', async () => {
    await checkTwoAccounts()
    open('', store, false)
    open('?screen_name=sbx_clear', store, false)
    putName.mockClear()
    open('')
    expect(putName).not.toHaveBeenCalled()
    expect(shown()).toEqual([null, ''])
  })

  it('the name of a new result is put into the address once, as a new entry if the address names another account', async () => {
    await checkTwoAccounts()
    vi.setSystemTime(Date.now() + 1)
    await check('sbx_ghost')
    expect(putName.mock.calls).toEqual([
      ['sbx_clear', false],
      ['sbx_ghost', true],
    ])
  })

  it('the result of the account in the address is shown from memory, with its name and options in the form, however many checks have failed since', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    open('')
    store.set(checksPostsAtom, false)
    await check('sbx_clear')
    open('?screen_name=sbx_clear')
    vi.setSystemTime(Date.now() + 1)
    store.set(checksPostsAtom, true)
    await check('sbx_ghost')
    vi.useRealTimers()
    for (let failed = 0; failed < 3; failed++) await check('sbx_err_500')
    open('?screen_name=SBX_clear')
    expect(shown()).toEqual(['sbx_clear', 'SBX_clear'])
    expect([store.get(checksPostsAtom), store.get(failedAtom)]).toEqual([false, null])
    open('?screen_name=sbx_ghost')
    expect(shown()).toEqual(['sbx_ghost', 'sbx_ghost'])
  })

  it('an address whose result is not in memory fills in the name and shows no result of another account', async () => {
    await check('sbx_clear')
    open('?screen_name=%40sbx_ghost&utm=1')
    expect([store.get(doneAtom), ...shown(), store.get(restoredNameAtom)]).toEqual([
      null,
      'sbx_ghost',
      'sbx_ghost',
      'sbx_ghost',
    ])
    const other = createStore()
    open('?screen_name=a+b', other)
    expect([other.get(screenNameAtom), other.get(restoredNameAtom)]).toEqual(['a b', null])
  })

  it('an address without a name is the start view, with what was typed, and without the name of the result that was shown', async () => {
    open('')
    await check('sbx_clear')
    open('?screen_name=sbx_clear')
    open('')
    expect([store.get(isStartViewAtom), ...shown()]).toEqual([true, null, ''])
    store.set(typeScreenNameAtom, 'typed')
    open('', store, false)
    expect(store.get(screenNameAtom)).toBe('typed')
  })

  it('a failure, and a result that came while the page was being left, are still shown when the visitor comes back', async () => {
    open('')
    await check('sbx_err_500')
    open('')
    expect(store.get(failedAtom)?.query.screenName).toBe('sbx_err_500')
    putName.mockReturnValue(false)
    await check('sbx_clear')
    expect(putName).toHaveBeenCalledTimes(1)
    putName.mockReturnValue(true)
    open('')
    expect(putName.mock.calls.at(-1)).toEqual(['sbx_clear', false])
    await check('sbx_err_500')
    open('', store, false)
    expect(store.get(isStartViewAtom)).toBe(true)
  })

  it('a check continues when the address begins to name the result before it', async () => {
    await check('sbx_clear')
    const running = check('sbx_ghost')
    open('?screen_name=sbx_clear')
    await running
    expect(shown()).toEqual(['sbx_ghost', 'sbx_ghost'])
  })

  it('no result of the other page is shown', async () => {
    open('')
    await check('sbx_clear')
    store.set(enterAccountPageAtom, 'test', PART)
    open('?screen_name=sbx_clear')
    expect([store.get(doneAtom), store.get(shownNameAtom)]).toEqual([null, 'sbx_clear'])
  })
})

describe('the check that the tab stores', () => {
  beforeEach(() => {
    stubSessionStorage('working')
    called = serveInProcess()
  })

  it('a check whose page is closed is stored as running with its options, one that failed or was cancelled only to fill in the form, and a finished one not at all', async () => {
    store.set(checksPostsAtom, false)
    const options = { screenName: 'sbx_clear', posts: false, reposts: true }
    const halted = check('sbx_clear')
    expect(readTabCheck()).toEqual({ options, isRunning: true })
    store.set(accountFlow.abortAtom)
    await halted
    expect(readTabCheck()).toEqual({ options, isRunning: true })
    store.set(cancelCheckAtom)
    expect(readTabCheck()).toEqual({ options, isRunning: false })
    await check('sbx_err_500')
    const failed = { options: { screenName: 'sbx_err_500' }, isRunning: false }
    await vi.waitFor(() => expect(readTabCheck()).toMatchObject(failed))
    await check('sbx_clear')
    expect(readTabCheck()).toBeNull()
  })

  it.each(['no JSON', '{"screenName":5}'])('no check is read from storage that contains %s', (garbage) => {
    stubSessionStorage('working').set('account.check', garbage)
    expect(readTabCheck()).toBeNull()
  })

  it('a stored check whose name is not valid does not run', () => {
    storeTabCheck({ screenName: 'hy-phen', posts: true, reposts: true }, true)
    expect(readTabCheck()).toMatchObject({ isRunning: false })
  })

  it('in a new visit a stored check fills in the form only, and not over what is typed', async () => {
    storeTabCheck({ screenName: 'sbx_clear', posts: false, reposts: true }, true)
    await store.set(resumeCheckAtom)
    expect([store.get(screenNameAtom), store.get(checksPostsAtom), called]).toEqual(['sbx_clear', false, []])
    expect(readTabCheck()).toMatchObject({ isRunning: false })
    const other = createStore()
    other.set(typeScreenNameAtom, 'typed')
    await other.set(resumeCheckAtom)
    expect(other.get(screenNameAtom)).toBe('typed')
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
    await check(' ＠sbx_ghost ')
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

  it.each([
    ['refuses a link as too long for a name', new Error('404'), 'length'],
    ['leaves a link unread without a connection', new OfflineError('The device is offline'), 'unread'],
  ])('the form %s if the code that reads links cannot be loaded', async (_what, error, fault) => {
    vi.spyOn(textReaderModule, 'loaded').mockReturnValue(undefined)
    vi.spyOn(textReaderModule, 'load').mockRejectedValue(error)
    await check('https://x.com/sbx_clear')
    expect([store.get(screenNameFaultAtom)?.kind, called]).toEqual([fault, []])
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
