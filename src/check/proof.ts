import ky from 'ky'
import { abortable } from '../../contract/async.ts'
import { readDifficulty } from '../../contract/challenge.ts'
import { Challenge, IpAnswer } from '../../contract/wire.ts'
import type { CheckRequest } from '../../contract/wire.ts'
import { config } from '../config.ts'
import { solveChallenge } from '../crypto/solve.ts'
import { encryptInWorker, warmUpWorker } from '../crypto/workerPool.ts'
import { withTiming } from '../lib/timing.ts'
import { CheckError } from './CheckError.ts'
import { throwOnRefusal, apiClient, readLimited, RETRYABLE_POST_OPTIONS } from './api.ts'
import { CALL_TIMEOUT_MS, withDeadline } from './deadlines.ts'
import type { CheckStage, CheckSteps, ReportStage } from './deadlines.ts'

const IP_TIMEOUT_MS = 3_000

let ipLookup: Promise<string> | undefined

/** Looks up the visitor's IP address and encrypts it, once. It is first called when the form gets the focus, so that the lookup runs while the visitor types. */
export function lookUpIp(): Promise<string> {
  ipLookup ??= withTiming('check:ip', fetchIp).catch((error: unknown) => {
    ipLookup = undefined
    throw error
  })
  return ipLookup
}

/** Starts one worker and the IP lookup, each in a task of its own. It does not wait for an idle page, because the page may not be idle before the visitor submits. */
export function prepareCheck(): void {
  setTimeout(() => void warmUpWorker())
  setTimeout(() => void lookUpIp().catch(() => undefined))
}

/** Resolves to the encrypted IP address, or to `""` if it is not known in time: the check then continues without it. */
export async function encryptVisitorIp(signal: AbortSignal): Promise<string> {
  try {
    return await withDeadline(IP_TIMEOUT_MS, signal, lookUpIp)
  } catch {
    signal.throwIfAborted()
    return ''
  }
}

const thirdPartyClient = ky.create({ fetch: async (...request) => readLimited(await fetch(...request)) })

async function fetchIp(): Promise<string> {
  const client = config.ipLookupUrl.endsWith('/api/ip') ? apiClient : thirdPartyClient
  const { ip } = await client
    .get(config.ipLookupUrl, { prefix: '', retry: 0, timeout: 10_000, cache: 'no-store' })
    .json(IpAnswer)
  return await encryptInWorker(ip)
}

/** A stage that ends sooner than this is not shown, because rendering it would delay the check. */
const SHOWN_AFTER_MS = 300

/** Reports a stage once it has lasted `SHOWN_AFTER_MS`, and updates of a shown stage at once. `end` cancels a pending report. */
function pacedStages(show: ReportStage): { report: ReportStage; end: () => void } {
  let current: { stage: CheckStage; isShown: boolean } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  return {
    report(stage) {
      if (stage.name === current?.stage.name) {
        current.stage = stage
        if (current.isShown) show(stage)
        return
      }
      end()
      const next = { stage, isShown: false }
      current = next
      timer = setTimeout(() => {
        next.isShown = true
        show(next.stage)
      }, SHOWN_AFTER_MS)
    },
    end,
  }
}

export type SolvedChallenge = { key: string; counter: number }

export function proofHeaders(proof: SolvedChallenge) {
  return { 'X-Session-Token': proof.key, 'X-Request-Hash': String(proof.counter) }
}

/** Refusals after which the check can be repeated with a new challenge: it never began, or the server restarted. */
const RETRYABLE_CODES = new Set(['expired', 'store_unavailable', 'shutting_down'])
/** Maximum wait for a `Retry-After` before a new challenge is fetched, in seconds. */
const WAIT_MAX = 5

/**
 * Solves a challenge for `body` and runs `call` with its proof. If the server refuses with one of `RETRYABLE_CODES`, it tries once more with a
 * new challenge.
 *
 * @example
 * const answer = await withProof(body, steps, (proof) =>
 *   api.post('check-by-user', { json: body, headers: proofHeaders(proof), signal }).json(AccountCheck),
 * )
 */
export async function withProof<T>(
  body: CheckRequest,
  { signal, report: show, uncounted }: CheckSteps,
  call: (proof: SolvedChallenge) => Promise<T>,
): Promise<T> {
  const { report, end } = pacedStages(show)
  const prove = async () => {
    report({ name: 'challenge' })
    const { key, value } = await withTiming('check:challenge', () =>
      withDeadline(CALL_TIMEOUT_MS, signal, (signal) =>
        throwOnRefusal(
          apiClient
            .post('generate-keyvalue', { json: body, signal, ...RETRYABLE_POST_OPTIONS })
            .json(Challenge),
        ),
      ),
    )
    const difficulty = readDifficulty(value)
    report({ name: 'pow', difficulty, attempts: 0, attemptsPerSecond: 0 })
    const counter = await uncounted(() =>
      solveChallenge(key, difficulty, {
        signal,
        report: (progress) => report({ name: 'pow', difficulty, ...progress }),
      }),
    )
    report({ name: 'server' })
    const proof: SolvedChallenge = { key, counter }
    const answer = await withTiming('check:call', () => call(proof))
    // The variable is read from `import.meta.env` directly, so that the bundler removes this code if it is not set.
    if (import.meta.env.VITE_TIMING_URL)
      void reportTimings(import.meta.env.VITE_TIMING_URL, difficulty, proof)
    return answer
  }
  try {
    return await prove()
  } catch (error) {
    if (!(error instanceof CheckError && RETRYABLE_CODES.has(error.refusal.code ?? ''))) throw error
    const wait = 1000 * Math.min(error.refusal.retryAfter ?? 0, WAIT_MAX)
    await abortable(new Promise((resolve) => setTimeout(resolve, wait)), signal)
    return await prove()
  } finally {
    end()
  }
}

async function reportTimings(url: string, difficulty: number, proof: SolvedChallenge): Promise<void> {
  try {
    const { sendTimings } = await import('./sendTimings.ts')
    await sendTimings(url, difficulty, proof)
  } catch {
    // Timings are only for the operator, so the check does not depend on sending them.
  }
}
