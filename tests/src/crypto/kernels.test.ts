import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitFor } from '../../waitFor.ts'

const platformFetch = globalThis.fetch
const fetched = vi.fn<(url: string) => Promise<Response>>()
const failing = async () => new Response('gone', { status: 404 })

const fresh = async () => await import('../../../src/crypto/engines.ts')

beforeEach(() => {
  vi.resetModules()
  fetched.mockReset().mockImplementation(platformFetch)
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('kernels', () => {
  it('are fetched and compiled once, however many lanes ask for them', async () => {
    const { loadKernels } = await fresh()
    const [one, other] = await Promise.all([loadKernels(['rolled-1']), loadKernels(['rolled-1', 'rolled-2'])])
    expect(Object.keys(other)).toEqual(['rolled-1', 'rolled-2'])
    expect(one['rolled-1']).toBeInstanceOf(WebAssembly.Module)
    expect(one['rolled-1']).toBe(other['rolled-1'])
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('are asked for again after they could not be had', async () => {
    const { loadKernels } = await fresh()
    fetched.mockImplementationOnce(failing)
    await expect(loadKernels(['rolled-1'])).rejects.toThrow('rolled-1: 404')
    expect(await loadKernels(['rolled-1'])).toHaveProperty('rolled-1')
  })

  it('that are here already can be had at once, and the others are fetched for the next time', async () => {
    const { loadedKernels, loadKernels } = await fresh()
    await loadKernels(['rolled-1'])
    expect(Object.keys(loadedKernels(['rolled-1', 'rolled-2']))).toEqual(['rolled-1'])
    await waitFor(() => {
      const both = loadedKernels(['rolled-1', 'rolled-2'])
      expect(both['rolled-2']).toBeInstanceOf(WebAssembly.Module)
    })
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('that cannot be had are missing quietly', async () => {
    const unhandled = vi.fn<(reason: unknown) => void>()
    process.on('unhandledRejection', unhandled)
    const { loadedKernels } = await fresh()
    fetched.mockImplementation(failing)
    expect(loadedKernels(['rolled-1'])).toEqual({})
    await new Promise((resolve) => setTimeout(resolve))
    process.off('unhandledRejection', unhandled)
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(unhandled).not.toHaveBeenCalled()
  })
})
