import { getDefaultStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { VALUE_PER_DIFFICULTY } from '../../../contract/challenge.ts'
import type { CheckError as CheckErrorClass } from '../../../src/check/CheckError.ts'
import type { CheckStage, CheckSteps, ReportStage } from '../../../src/check/deadlines.ts'
import type { withProof as WithProof } from '../../../src/check/proof.ts'
import type { solveChallenge as Solve } from '../../../src/crypto/solve.ts'
import { waitFor } from '../../waitFor.ts'
import { FRAGMENTS, decrypt } from '../../workers/decrypt.ts'
import { serveInProcess } from '../serveInProcess.ts'

/** The steps of a check without a deadline. */
const stepsWith = (signal: AbortSignal, report: ReportStage = () => undefined): CheckSteps => ({
  signal,
  report,
  uncounted: (step) => step(),
})

afterEach(() => {
  vi.useRealTimers()
  vi.doUnmock('../../../src/crypto/solve.ts')
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe("the visitor's address", () => {
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
    const { lastUpstreamAtom } = await import('../../../src/check/upstream.ts')
    return getDefaultStore().get(lastUpstreamAtom)
  }

  beforeEach(() => {
    asked = []
    vi.resetModules()
    for (const [index, fragment] of FRAGMENTS.entries()) vi.stubEnv(`VITE_ENC_KEY_${index + 1}`, fragment)
  })

  it('the visitor’s address is requested from the API once, and encrypted', async () => {
    answering(() => Response.json({ ip: ADDRESS }, { headers: { 'X-Upstream': 'sandbox' } }))
    const { encryptVisitorIp, lookUpIp } = await fresh()
    expect(decrypt(await lookUpIp())).toBe(ADDRESS)
    expect(await encryptVisitorIp(signal)).toBe(await lookUpIp())
    expect(asked).toEqual(['http://api.test/api/ip'])
    expect(await upstream()).toBe('sandbox')
  })

  it('the visitor’s address is requested from another service if one is configured, whose response says nothing about the API’s upstream', async () => {
    vi.stubEnv('VITE_IP_LOOKUP_URL', 'https://ip.test/json')
    answering(() => Response.json({ ip: ADDRESS }, { headers: { 'X-Upstream': 'sandbox' } }))
    const { encryptVisitorIp } = await fresh()
    expect(decrypt(await encryptVisitorIp(signal))).toBe(ADDRESS)
    expect(asked).toEqual(['https://ip.test/json'])
    expect(await upstream()).toBeNull()
  })

  it('the visitor’s address is left empty if it cannot be fetched, and requested again by the next check', async () => {
    answering(() => new Response('gone', { status: 500 }))
    const { encryptVisitorIp } = await fresh()
    expect(await encryptVisitorIp(signal)).toBe('')
    expect(asked).toHaveLength(1)
    answering(() => Response.json({ ip: ADDRESS }))
    expect(decrypt(await encryptVisitorIp(signal))).toBe(ADDRESS)
  })

  it('a check waits for the visitor’s address for at most three seconds', async () => {
    vi.useFakeTimers()
    answering(() => new Promise(() => undefined))
    const { encryptVisitorIp } = await fresh()
    const outcome = vi.fn<(address: string) => void>()
    void encryptVisitorIp(signal).then(outcome)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.mock.calls).toEqual([['']])
  })

  it('a cancelled check no longer waits for the visitor’s address', async () => {
    answering(() => new Promise(() => undefined))
    const { encryptVisitorIp } = await fresh()
    const controller = new AbortController()
    const waiting = encryptVisitorIp(controller.signal)
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a call with a proof', () => {
  const body = { screen_name: 'sbx_clear', key: '', searchban: true, repost: true }
  const { signal } = new AbortController()

  /** With a pool and a timeline of its own. */
  let withProof: typeof WithProof
  let CheckError: typeof CheckErrorClass
  beforeEach(async () => {
    vi.resetModules()
    withProof = (await import('../../../src/check/proof.ts')).withProof
    CheckError = (await import('../../../src/check/CheckError.ts')).CheckError
  })
  const CHALLENGE_KEY = 'k'.repeat(48)

  it.each([
    ['expired', 403],
    ['store_unavailable', 503],
    ['shutting_down', 503],
  ])(
    'a call fetches one new challenge by itself if the server says %s, and no third one',
    async (code, status) => {
      const called = serveInProcess()
      const call = vi.fn<(proof: { key: string }) => Promise<never>>(async () => {
        throw new CheckError(code, { status, code })
      })
      await expect(withProof(body, stepsWith(signal), call)).rejects.toThrow(code)
      expect(call).toHaveBeenCalledTimes(2)
      expect(called).toEqual(['/api/generate-keyvalue', '/api/generate-keyvalue'])
      expect(call.mock.calls[0]?.[0].key).not.toBe(call.mock.calls[1]?.[0].key)
    },
  )

  it('a call waits at most 5 s for a new challenge, and no longer than the check lasts', async () => {
    const called = serveInProcess()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    /** A check that the server refuses for an hour, and a promise that resolves once it was refused so many times. */
    function refused(signal: AbortSignal) {
      const calls = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let count = 0
      const check = withProof(body, stepsWith(signal), async () => {
        calls[count++]?.resolve()
        throw new CheckError('away', { status: 503, code: 'store_unavailable', retryAfter: 3600 })
      }).catch(String)
      return { check, first: calls[0]?.promise, second: calls[1]?.promise }
    }
    /** Lets a promise resolve whose search waits with timers, on a slow machine. */
    async function inSteps(promise: Promise<void> | undefined) {
      const resolved = vi.fn<() => void>()
      void promise?.then(resolved)
      while (resolved.mock.calls.length === 0) await vi.advanceTimersByTimeAsync(1)
    }
    const cancel = new AbortController()
    const cancelled = refused(cancel.signal)
    await inSteps(cancelled.first)
    await vi.advanceTimersByTimeAsync(4_900)
    cancel.abort()
    expect(await cancelled.check).toMatch(/abort/i)
    expect(called.splice(0)).toEqual(['/api/generate-keyvalue'])

    const patient = refused(signal)
    await inSteps(patient.first)
    await vi.advanceTimersByTimeAsync(5_000)
    await inSteps(patient.second)
    expect(called).toEqual(['/api/generate-keyvalue', '/api/generate-keyvalue'])
    expect(await patient.check).toMatch(/away/)
  })

  it('a call does not spend a challenge twice after any other refusal', async () => {
    const called = serveInProcess()
    const busy = new CheckError('busy', { status: 503, code: 'busy' })
    for (const error of [new TypeError('Failed to fetch'), busy]) {
      const call = vi.fn<() => Promise<never>>(async () => {
        throw error
      })
      await expect(withProof(body, stepsWith(signal), call)).rejects.toBe(error)
      expect(call).toHaveBeenCalledTimes(1)
      expect(called.splice(0)).toEqual(['/api/generate-keyvalue'])
    }
  })

  it('no call is made if the server refuses to issue a challenge', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ message: 'no', code: 'bad' }, { status: 403 }))
    const call = vi.fn<() => Promise<never>>()
    await expect(withProof(body, stepsWith(signal), call)).rejects.toMatchObject({
      message: 'Network response was not ok',
      refusal: { status: 403, code: 'bad' },
    })
    expect(call).not.toHaveBeenCalled()
  })

  const LASTING = 300

  /** A check of which each step lasts so many milliseconds, a search with figures after each, and what it shows until well after its end. */
  async function stagesOf({
    challenge = 0,
    search = [0],
    call = 0,
  }: {
    challenge?: number
    search?: readonly number[]
    call?: number
  }) {
    vi.resetModules()
    vi.useFakeTimers()
    vi.stubGlobal('fetch', async () => {
      await vi.advanceTimersByTimeAsync(challenge)
      return Response.json({ key: CHALLENGE_KEY, value: 3 * VALUE_PER_DIFFICULTY })
    })
    const solve: typeof Solve = async (_key, _difficulty, { report }) => {
      for (const [index, lasting] of search.entries()) {
        await vi.advanceTimersByTimeAsync(lasting)
        report?.({ attempts: index + 1, attemptsPerSecond: 1_000 })
      }
      return 7
    }
    vi.doMock('../../../src/crypto/solve.ts', () => ({ solveChallenge: solve }))
    const { withProof } = await import('../../../src/check/proof.ts')
    const stages: CheckStage[] = []
    const answer = await withProof(
      body,
      stepsWith(signal, (stage) => stages.push(stage)),
      async (proof) => {
        await vi.advanceTimersByTimeAsync(call)
        return proof
      },
    )
    expect(answer).toEqual({ key: CHALLENGE_KEY, counter: 7 })
    await vi.advanceTimersByTimeAsync(10_000)
    return stages
  }
  const searching = (attempts: number, attemptsPerSecond = 1_000) =>
    ({ name: 'pow', difficulty: 3, attempts, attemptsPerSecond }) as const

  it.each([
    [
      'one after the other',
      { challenge: LASTING, search: [LASTING], call: LASTING },
      [{ name: 'challenge' }, searching(0, 0), searching(1), { name: 'server' }],
    ],
    ['none that is over at once', { challenge: 200, search: [200], call: LASTING }, [{ name: 'server' }]],
    ['none that was to come when the check is over', { call: LASTING - 1 }, []],
    [
      'with the newest figures, and new ones as they come',
      { search: [250, 50, 1, LASTING - 1] },
      [searching(1), searching(2), searching(3), searching(4)],
    ],
  ] as const)('the stages of a check are reported while they last: %s', async (_, steps, reported) => {
    expect(await stagesOf({ ...steps })).toEqual(reported)
  })

  describe('the timings of a check', () => {
    async function done() {
      const call = async () => 'answer'
      expect(await withProof(body, stepsWith(signal), call)).toBe('answer')
    }

    /** Once everything that a check left running is over. */
    const settled = async () => {
      await vi.dynamicImportSettled()
      await new Promise((resolve) => setTimeout(resolve))
    }

    it('the timings of a check are sent to the operator if they asked for them, and to nobody else', async () => {
      serveInProcess()
      const sendBeacon = vi.fn<(url: string, body: Blob) => boolean>(() => true)
      vi.stubGlobal('navigator', { sendBeacon })
      await done()
      await settled()
      expect(sendBeacon).not.toHaveBeenCalled()
      vi.stubEnv('VITE_TIMING_URL', 'http://operator.test/timings')
      await done()
      await waitFor(() => expect(sendBeacon).toHaveBeenCalledTimes(1))
      expect(sendBeacon.mock.calls[0]?.[0]).toBe('http://operator.test/timings')
    })

    it('the timings of a check never make the check fail', async () => {
      serveInProcess()
      const sendBeacon = vi.fn<() => never>(() => {
        throw new TypeError('refused')
      })
      vi.stubGlobal('navigator', { sendBeacon })
      vi.stubEnv('VITE_TIMING_URL', 'http://operator.test/timings')
      await done()
      await waitFor(() => expect(sendBeacon).toHaveBeenCalled())
      // A rejection that nothing handles fails the run.
      await settled()
    })
  })
})
