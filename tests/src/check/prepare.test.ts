import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitFor } from '../../waitFor.ts'

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
afterEach(() => {
  vi.doUnmock('../../../src/check/prepare.ts')
  vi.unstubAllGlobals()
})

describe('the preparation of a check', () => {
  it('looks the address up and makes the workers while the visitor types, without waiting for an idle moment', async () => {
    const { prepare } = await import('../../../src/check/prepare.ts')
    const { isCold } = await import('../../../src/crypto/workerPool.ts')
    prepare()
    await waitFor(() => expect(asked).toEqual(['/api/ip']))
    await waitFor(() => expect(isCold()).toBe(false))
  })

  it('does nothing of that before the focus has been answered', async () => {
    const { prepare } = await import('../../../src/check/prepare.ts')
    const { isCold } = await import('../../../src/crypto/workerPool.ts')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    prepare()
    vi.useRealTimers()
    expect(isCold()).toBe(true)
    expect(asked).toEqual([])
  })
})

describe('the first focus of a form', () => {
  it('starts the preparation', async () => {
    const { prepareOnFocus } = await import('../../../src/check/prepareOnFocus.ts')
    prepareOnFocus()
    await waitFor(() => expect(asked).toEqual(['/api/ip']))
  })

  it('leaves the form alone when the code for it cannot be had', async () => {
    vi.doMock('../../../src/check/prepare.ts', () => {
      throw new TypeError('Failed to fetch')
    })
    const { preparationModule, prepareOnFocus } = await import('../../../src/check/prepareOnFocus.ts')
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    prepareOnFocus()
    await preparationModule.prefetch()
    await new Promise((resolve) => setTimeout(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
    expect(asked).toEqual([])
  })
})
