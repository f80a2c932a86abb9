import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  cancelAtom,
  canSubmitAtom,
  checksPostsAtom,
  doneAtom,
  enterAtom,
  failedAtom,
  faultAtom,
  includesRepostsAtom,
  isFoldedAtom,
  prefillAtom,
  repeatAtom,
  runningAtom,
  screenNameAtom,
  submitAtom,
  typeScreenNameAtom,
  unfoldAtom,
} from '../../../src/account/accountAtoms.ts'
import { serveInProcess } from '../serveInProcess.ts'

let store: ReturnType<typeof createStore>
let called: string[]

beforeEach(() => {
  store = createStore()
  called = serveInProcess()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function check(screenName: string) {
  store.set(typeScreenNameAtom, screenName)
  await store.set(submitAtom)
  return store.get(doneAtom)?.answer
}

describe('an account check', () => {
  it('goes from the typed name to the validated result through the real API', async () => {
    const result = await check('sbx_mixed')
    expect(result).toMatchObject({ screenName: 'sbx_mixed', not_found: false })
    expect(result?.tweets).toHaveLength(20)
    expect(result).not.toHaveProperty('user')
    expect(called.slice(-2)).toEqual(['/api/generate-keyvalue', '/api/check-by-user'])
  })

  it('asks the inner endpoint on the test variant', async () => {
    store.set(enterAtom, 'test', { load: async () => null, loaded: () => null })
    await check('sbx_clear')
    expect(called.at(-1)).toBe('/api/check-by-user-inner')
  })

  it('has no posts when they were not asked for', async () => {
    store.set(checksPostsAtom, false)
    const result = await check('sbx_mixed')
    expect(result?.tweets ?? []).toEqual([])
  })

  it('has fewer posts without reposts', async () => {
    store.set(includesRepostsAtom, false)
    const result = await check('sbx_mixed')
    expect(result?.tweets?.length).toBeLessThan(20)
  })

  it('becomes a failure with the specified message and the status when the server refuses', async () => {
    await check('sbx_err_500')
    const failure = store.get(failedAtom)?.failure
    expect(failure?.message).toMatch(/^Failed to check user status: (?!Unknown error)./)
    expect(failure).toMatchObject({ kind: 'refused', status: 500 })
    expect(store.get(screenNameAtom)).toBe('sbx_err_500')
  })

  it.each([
    ['an HTML page with status 500', () => new Response('<h1>500</h1>', { status: 500 })],
    ['truncated JSON', () => new Response('{"key":"a', { headers: { 'Content-Type': 'application/json' } })],
    ['wrong types', () => Response.json({ key: 1, value: '2' })],
    ['nothing at all', () => Response.error()],
  ])('becomes a failure when the API answers %s', async (_, answer) => {
    vi.stubGlobal('fetch', async () => answer())
    await check('sbx_clear')
    expect(store.get(failedAtom)?.failure.kind).toMatch(/refused|failed/)
  })

  it('goes on with an empty key when the address cannot be looked up', async () => {
    const real = globalThis.fetch
    const bodies: unknown[] = []
    vi.resetModules()
    vi.stubGlobal('fetch', async (request: Request) => {
      if (request.url.endsWith('/api/ip')) throw new TypeError('Failed to fetch')
      bodies.push(await request.clone().json())
      return await real(request)
    })
    const fresh = await import('../../../src/account/accountAtoms.ts')
    store.set(fresh.typeScreenNameAtom, 'sbx_clear')
    await store.set(fresh.submitAtom)
    expect(store.get(fresh.doneAtom)?.answer.screenName).toBe('sbx_clear')
    expect(bodies[0]).toMatchObject({ key: '' })
  })
})

describe('the folded form', () => {
  const folded = () => store.get(isFoldedAtom)

  it('is one line from the start of a check on, until another name is wanted or typed', async () => {
    const running = check('sbx_clear')
    expect(folded()).toBe(false)
    await running
    expect(folded()).toBe(true)
    store.set(unfoldAtom)
    expect(folded()).toBe(false)
    await check('sbx_clear')
    expect(folded()).toBe(true)
    store.set(prefillAtom, 'sbx_clear')
    expect(folded()).toBe(true)
    store.set(prefillAtom, 'sbx_ghost')
    expect([folded(), store.get(screenNameAtom)]).toEqual([false, 'sbx_ghost'])
  })

  it('is whole again after a failure and after a cancel', async () => {
    await check('sbx_clear')
    await check('sbx_err_500')
    expect(folded()).toBe(false)
    await check('sbx_clear')
    const running = check('sbx_clear')
    store.set(cancelAtom)
    await running
    expect(folded()).toBe(false)
  })

  it('does not change what is asked again: the shown account, as it was asked before', async () => {
    store.set(checksPostsAtom, false)
    await check('sbx_clear')
    store.set(typeScreenNameAtom, 'sbx_ghost')
    store.set(checksPostsAtom, true)
    await store.set(repeatAtom)
    expect(store.get(doneAtom)?.asked).toMatchObject({ screenName: 'sbx_clear', posts: false })
    expect(called.filter((path) => path === '/api/check-by-user')).toHaveLength(2)
  })
})

describe('the form', () => {
  it.each([
    ['a_name_of_16_ch_', 'length'],
    ['@na-me', 'characters'],
    ['なまえ', 'characters'],
    ['na me', 'characters'],
  ])('refuses %s without a call', async (typed, fault) => {
    await check(typed)
    expect(store.get(faultAtom)).toBe(fault)
    expect(called).toEqual([])
    store.set(typeScreenNameAtom, 'name')
    expect(store.get(faultAtom)).toBeNull()
  })

  it('cannot be submitted while it is empty', async () => {
    expect(store.get(canSubmitAtom)).toBe(false)
    await store.set(submitAtom)
    expect(called).toEqual([])
  })

  it('makes one check of two quick submits', async () => {
    store.set(typeScreenNameAtom, 'sbx_clear')
    await Promise.all([store.set(submitAtom), store.set(submitAtom)])
    expect(called.filter((path) => path === '/api/check-by-user')).toHaveLength(1)
  })

  it('shows nothing after a cancel, and is ready for the next check', async () => {
    store.set(typeScreenNameAtom, 'sbx_clear')
    const first = store.set(submitAtom)
    expect(store.get(runningAtom)).not.toBeNull()
    store.set(cancelAtom)
    await first
    expect([store.get(runningAtom), store.get(doneAtom), store.get(failedAtom)]).toEqual([null, null, null])
    expect(await check('sbx_clear')).toBeDefined()
  })

  it('takes a name from a link that is followed, over the one before', () => {
    store.set(prefillAtom, '@linked')
    expect(store.get(screenNameAtom)).toBe('linked')
    store.set(prefillAtom, 'https://x.com/other?s=20')
    expect(store.get(screenNameAtom)).toBe('other')
    store.set(prefillAtom, null)
    expect(store.get(screenNameAtom)).toBe('other')
  })
})
