import { createStore, getDefaultStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BANS } from '../../../contract/outcomes.ts'
import { upstreamAtom } from '../../../src/check/CheckError.ts'
import { askCapabilitiesAtom, capabilitiesAtom } from '../../../src/check/capabilities.tsx'
import { serveInProcess } from '../serveInProcess.ts'

const ALL = { bans: [...BANS], posts: 'search', keptDays: 90 }
let store: ReturnType<typeof createStore>

beforeEach(() => {
  store = createStore()
})
afterEach(() => {
  vi.doUnmock('../../../src/check/fetchCapabilities.ts')
  vi.unstubAllGlobals()
})

const answering = (response: () => Response | Promise<Response>) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => await response()),
  )

describe('What the server can judge', () => {
  it('is asked of the real API, and tells whether it is a demo', async () => {
    const called = serveInProcess()
    expect(store.get(capabilitiesAtom)).toBeNull()
    await store.set(askCapabilitiesAtom)
    expect(store.get(capabilitiesAtom)).toEqual(ALL)
    expect(called).toEqual(['/api/capabilities'])
    expect(getDefaultStore().get(upstreamAtom)).toBe('sandbox')
  })

  it('is asked again by each form that opens, through the browser’s cache: what X’s search does may have changed', async () => {
    answering(() => Response.json({ bans: ['search_ban'], posts: 'search' }))
    await store.set(askCapabilitiesAtom)
    answering(() =>
      Response.json({ bans: ['search_ban'], posts: 'search', search: { state: 'paused', time: 1 } }),
    )
    await store.set(askCapabilitiesAtom)
    expect(store.get(capabilitiesAtom)?.search).toEqual({ state: 'paused', time: 1 })
    answering(() => Promise.reject(new TypeError('Failed to fetch')))
    await store.set(askCapabilitiesAtom)
    expect(store.get(capabilitiesAtom)?.search).toEqual({ state: 'paused', time: 1 })
  })

  it.each([
    ['the call is missing', () => new Response('{"message":"no"}', { status: 404 })],
    ['the answer is a page', () => new Response('<html>', { status: 200 })],
    ['the answer is no such list', () => Response.json({ bans: 'all', posts: 'search' })],
    ['the network is gone', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('stays unknown, in silence, where %s, and is asked again later', async (_, response) => {
    answering(response)
    await store.set(askCapabilitiesAtom)
    expect(store.get(capabilitiesAtom)).toBeNull()
    expect(fetch).toHaveBeenCalledTimes(1)
    answering(() => Response.json({ bans: ['search_ban', 'a newer one'], posts: 'visibility' }))
    await store.set(askCapabilitiesAtom)
    expect(store.get(capabilitiesAtom)).toEqual({ bans: ['search_ban'], posts: 'visibility' })
  })

  it('stays unknown, in silence, where the code that asks is not to be had', async () => {
    vi.resetModules()
    vi.doMock('../../../src/check/fetchCapabilities.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    const offline = await import('../../../src/check/capabilities.tsx')
    await store.set(offline.askCapabilitiesAtom)
    expect(store.get(offline.capabilitiesAtom)).toBeNull()
  })
})
