import { getDefaultStore } from 'jotai/vanilla'
import { createDecipheriv } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Stage } from '../../../src/check/deadlines.ts'
import { pacedStages } from '../../../src/check/proof.ts'

describe('encryptedIp', () => {
  const FRAGMENTS = ['dev-only', '-aes-key', '-of-32-c', 'haracter']
  const ADDRESS = '203.0.113.7'
  const { signal } = new AbortController()

  /** The URLs that were asked for, in order. */
  let asked: string[]

  function answering(answer: () => Response | Promise<Response>) {
    vi.stubGlobal('fetch', async (request: Request) => {
      asked.push(request.url)
      return await answer()
    })
  }

  const fresh = async () => await import('../../../src/check/proof.ts')

  async function upstream() {
    const { upstreamAtom } = await import('../../../src/check/CheckError.ts')
    return getDefaultStore().get(upstreamAtom)
  }

  function decrypt(base64: string): string {
    const bytes = Buffer.from(base64, 'base64')
    const decipher = createDecipheriv('aes-256-cbc', FRAGMENTS.join(''), bytes.subarray(0, 16))
    return decipher.update(bytes.subarray(16), undefined, 'utf8') + decipher.final('utf8')
  }

  beforeEach(() => {
    asked = []
    vi.resetModules()
    for (const [index, fragment] of FRAGMENTS.entries()) vi.stubEnv(`VITE_ENC_KEY_${index + 1}`, fragment)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })

  describe("the visitor's address", () => {
    it('is asked of the API once, and encrypted', async () => {
      answering(() => Response.json({ ip: ADDRESS }, { headers: { 'X-Upstream': 'sandbox' } }))
      const { encryptedIp, lookUpIp } = await fresh()
      expect(decrypt(await lookUpIp())).toBe(ADDRESS)
      expect(await encryptedIp(signal)).toBe(await lookUpIp())
      expect(asked).toEqual(['http://api.test/api/ip'])
      expect(await upstream()).toBe('sandbox')
    })

    it('is asked of another service where one is configured, which says nothing of the API', async () => {
      vi.stubEnv('VITE_IP_LOOKUP_URL', 'https://ip.test/json')
      answering(() => Response.json({ ip: ADDRESS }, { headers: { 'X-Upstream': 'sandbox' } }))
      const { encryptedIp } = await fresh()
      expect(decrypt(await encryptedIp(signal))).toBe(ADDRESS)
      expect(asked).toEqual(['https://ip.test/json'])
      expect(await upstream()).toBeNull()
    })

    it('is not read out of a service that sends more than an answer can be long', async () => {
      vi.stubEnv('VITE_IP_LOOKUP_URL', 'https://ip.test/json')
      answering(() => new Response(`{"ip":"${ADDRESS}"}${' '.repeat(1_000_000)}`))
      const { encryptedIp } = await fresh()
      expect(await encryptedIp(signal)).toBe('')
    })

    it('is left empty when it cannot be had, and asked for again by the next check', async () => {
      answering(() => new Response('gone', { status: 500 }))
      const { encryptedIp } = await fresh()
      expect(await encryptedIp(signal)).toBe('')
      expect(asked).toHaveLength(1)
      answering(() => Response.json({ ip: ADDRESS }))
      expect(decrypt(await encryptedIp(signal))).toBe(ADDRESS)
    })

    it('is not waited for any longer than three seconds', async () => {
      vi.useFakeTimers()
      answering(() => new Promise(() => undefined))
      const { encryptedIp } = await fresh()
      const outcome = vi.fn<(address: string) => void>()
      void encryptedIp(signal).then(outcome)
      await vi.advanceTimersByTimeAsync(2_999)
      expect(outcome).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(outcome.mock.calls).toEqual([['']])
    })

    it('is no longer asked for by a check that was cancelled', async () => {
      answering(() => new Promise(() => undefined))
      const { encryptedIp } = await fresh()
      const controller = new AbortController()
      const waiting = encryptedIp(controller.signal)
      controller.abort()
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    })
  })
})

describe('pacedStages', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function watched() {
    const shown: Stage[] = []
    return { shown, ...pacedStages((stage) => shown.push(stage)) }
  }
  const solving = (attempts: number): Stage => ({
    name: 'pow',
    difficulty: 5,
    attempts,
    attemptsPerSecond: 1,
  })

  it('shows no stage that is over at once, and the one that lasts', () => {
    const { shown, report } = watched()
    report({ name: 'challenge' })
    vi.advanceTimersByTime(200)
    report(solving(0))
    vi.advanceTimersByTime(200)
    report({ name: 'server' })
    expect(shown).toEqual([])
    vi.advanceTimersByTime(1_000)
    expect(shown).toEqual([{ name: 'server' }])
  })

  it('shows the newest figures of a stage that lasts, and new ones as they come', () => {
    const { shown, report } = watched()
    report(solving(0))
    vi.advanceTimersByTime(250)
    report(solving(1_000))
    vi.advanceTimersByTime(50)
    expect(shown).toEqual([solving(1_000)])
    report(solving(2_000))
    expect(shown.at(-1)).toEqual(solving(2_000))
  })

  it('goes on to the next stage after one that was shown, with the same patience', () => {
    const { shown, report } = watched()
    report(solving(0))
    vi.advanceTimersByTime(300)
    report({ name: 'server' })
    vi.advanceTimersByTime(299)
    expect(shown).toEqual([solving(0)])
    vi.advanceTimersByTime(1)
    expect(shown).toEqual([solving(0), { name: 'server' }])
  })

  it('shows nothing once the check is at its end', () => {
    const { shown, report, end } = watched()
    report({ name: 'server' })
    end()
    vi.advanceTimersByTime(1_000)
    expect(shown).toEqual([])
  })
})
