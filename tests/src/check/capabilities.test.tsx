import { Provider } from 'jotai'
import { createStore, getDefaultStore } from 'jotai/vanilla'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BANS } from '../../../contract/outcomes.ts'
import type { Capabilities } from '../../../contract/wire.ts'
import { lastUpstreamAtom } from '../../../src/check/upstream.ts'
import { CapabilitiesLine, loadCapabilitiesAtom, capabilitiesAtom } from '../../../src/check/capabilities.tsx'
import { waitFor } from '../../waitFor.ts'
import { serveInProcess } from '../serveInProcess.ts'

afterEach(() => {
  vi.doUnmock('../../../src/check/fetchCapabilities.ts')
  vi.doUnmock('../../../src/check/proof.ts')
  vi.doUnmock('../../../src/config.ts')
  vi.unstubAllGlobals()
})

describe('What the server can judge', () => {
  const TOLD = { bans: [], posts: 'none' } satisfies Capabilities
  const ALL = { bans: [...BANS], posts: 'search', keptDays: 90 }
  let store: ReturnType<typeof createStore>

  beforeEach(() => {
    store = createStore()
  })

  const answering = (response: () => unknown) =>
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => response()),
    )

  it('the capabilities are requested from the real API, and say whether the server is a demo', async () => {
    const called = serveInProcess()
    expect(store.get(capabilitiesAtom)).toBeNull()
    await store.set(loadCapabilitiesAtom)
    expect(store.get(capabilitiesAtom)).toEqual(ALL)
    expect(called).toEqual(['/api/capabilities'])
    expect(getDefaultStore().get(lastUpstreamAtom)).toBe('sandbox')
  })

  it('the capabilities are requested again by each form that opens, because X’s search may have changed, and kept if that request fails', async () => {
    await store.set(loadCapabilitiesAtom)
    answering(() =>
      Response.json({ bans: ['search_ban'], posts: 'search', search: { state: 'paused', time: 1 } }),
    )
    await store.set(loadCapabilitiesAtom)
    expect(store.get(capabilitiesAtom)?.search).toEqual({ state: 'paused', time: 1 })
    answering(() => Promise.reject(new TypeError('Failed to fetch')))
    await store.set(loadCapabilitiesAtom)
    expect(store.get(capabilitiesAtom)?.search).toEqual({ state: 'paused', time: 1 })
  })

  it('the line before a check is muted while it says what is judged, and not while it says what cannot be judged now, which alone is said beside a result', async () => {
    const lineOf = (about: 'account' | 'posts', isChecked = false) =>
      renderToStaticMarkup(
        <Provider store={store}>
          <CapabilitiesLine {...{ about, isChecked }} />
        </Provider>,
      )
    const muted = /class="[^"]*\bmuted\b/
    const { bans, posts } = ALL
    answering(() => Response.json({ bans, posts }))
    await store.set(loadCapabilitiesAtom)
    expect(lineOf('account')).toMatch(muted)
    expect(lineOf('account', true)).toBe('')
    answering(() => Response.json({ bans, posts, search: { state: 'limited', time: 1 } }))
    await store.set(loadCapabilitiesAtom)
    for (const line of [lineOf('account'), lineOf('posts'), lineOf('account', true)]) {
      expect(line).toMatch(/判定できません|確かめられません/)
      expect(line).not.toMatch(muted)
    }
  })

  it.each([
    ['the call is missing', () => new Response('{"message":"no"}', { status: 404 })],
    ['the answer is no such list', () => Response.json({ bans: 'all', posts: 'search' })],
  ])(
    'the capabilities stay unknown without an error message if %s, and are requested again later',
    async (_, response) => {
      answering(response)
      await store.set(loadCapabilitiesAtom)
      expect(store.get(capabilitiesAtom)).toBeNull()
      expect(fetch).toHaveBeenCalledTimes(1)
      answering(() => Response.json({ bans: ['search_ban', 'a newer one'], posts: 'visibility' }))
      await store.set(loadCapabilitiesAtom)
      expect(store.get(capabilitiesAtom)).toEqual({ bans: ['search_ban'], posts: 'visibility' })
    },
  )

  it('the capabilities are not requested if the build was told them', async () => {
    vi.resetModules()
    vi.doMock(import('../../../src/config.ts'), async (original) => {
      const { config, ...more } = await original()
      return { ...more, config: { ...config, capabilities: TOLD } }
    })
    const told = await import('../../../src/check/capabilities.tsx')
    const called = serveInProcess()
    await store.set(told.loadCapabilitiesAtom)
    expect(store.get(told.capabilitiesAtom)).toEqual(TOLD)
    expect(called).toEqual([])
  })

  it('the capabilities stay unknown without an error message if the code that requests them cannot be loaded', async () => {
    vi.resetModules()
    vi.doMock('../../../src/check/fetchCapabilities.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    const offline = await import('../../../src/check/capabilities.tsx')
    await store.set(offline.loadCapabilitiesAtom)
    expect(store.get(offline.capabilitiesAtom)).toBeNull()
  })
})

describe('the first focus of a form', () => {
  /** The paths that were asked for, in order. */
  let asked: string[]

  beforeEach(() => {
    asked = []
    vi.resetModules()
    const platformFetch = globalThis.fetch
    vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
      // The kernels' bytes are in their URLs here.
      if (String(input).startsWith('data:')) return await platformFetch(input)
      asked.push(new URL(new Request(input).url).pathname)
      // The address is long in coming, and the workers do not wait for it.
      return await new Promise<never>(() => undefined)
    })
    // A visitor who goes on typing leaves the page no idle moment.
    vi.stubGlobal('requestIdleCallback', () => 0)
  })

  it('the first focus of a form looks up the address and makes the workers, without waiting for an idle moment', async () => {
    const { prepareCheckOnFocus } = await import('../../../src/check/capabilities.tsx')
    const { ensureWorkers } = await import('../../../src/crypto/workerPool.ts')
    prepareCheckOnFocus()
    await waitFor(() => expect(asked).toEqual(['/api/ip']))
    await waitFor(() => expect(ensureWorkers(0)).not.toHaveLength(0))
  })

  it('the first focus of a form fetches nothing before the browser has answered it', async () => {
    const { prepareCheck } = await import('../../../src/check/proof.ts')
    const { ensureWorkers } = await import('../../../src/crypto/workerPool.ts')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    prepareCheck()
    vi.useRealTimers()
    expect(ensureWorkers(0)).toHaveLength(0)
    expect(asked).toEqual([])
  })

  it('the first focus of a form changes nothing if the code for it cannot be loaded', async () => {
    vi.doMock('../../../src/check/proof.ts', () => {
      throw new TypeError('Failed to fetch')
    })
    const { checkPreparationModule, prepareCheckOnFocus } =
      await import('../../../src/check/capabilities.tsx')
    prepareCheckOnFocus()
    await checkPreparationModule.prefetch()
    // A rejection that nothing handles fails the run.
    await new Promise((resolve) => setTimeout(resolve))
    expect(asked).toEqual([])
  })
})
