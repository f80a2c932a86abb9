import { difficultyOf } from '../../contract/challenge.ts'
import { Challenge } from '../../contract/wire.ts'
import type { CheckRequest } from '../../contract/wire.ts'
import { solve } from '../crypto/solve.ts'
import { timed } from '../timing.ts'
import { api, repeatable } from './api.ts'
import { answered } from './answered.ts'
import { CheckError } from './CheckError.ts'
import { pacedStages } from './pacedStages.ts'
import type { ReportStage } from './stage.ts'
import { CALL_DEADLINE, withDeadline } from './withDeadline.ts'

/** What the server asks for before a check: the challenge's key and the counter found for it. */
export type Proof = { key: string; counter: number }

/** The two headers that carry a proof. */
export function proofHeaders(proof: Proof) {
  return { 'X-Session-Token': proof.key, 'X-Request-Hash': String(proof.counter) }
}

/**
 * Fetches a challenge for `body`, solves it and makes the call with the proof. A challenge that the server calls expired is
 * replaced once; only the server judges that, since a phone's clock may be wrong.
 */
export async function withProof<T>(
  body: CheckRequest,
  signal: AbortSignal,
  report: ReportStage,
  call: (proof: Proof) => Promise<T>,
): Promise<T> {
  const stages = pacedStages(report)
  try {
    return await prove(body, signal, stages.report, call)
  } catch (error) {
    if (!(error instanceof CheckError && error.code === 'expired')) throw error
    return await prove(body, signal, stages.report, call)
  } finally {
    stages.end()
  }
}

async function prove<T>(
  body: CheckRequest,
  signal: AbortSignal,
  report: ReportStage,
  call: (proof: Proof) => Promise<T>,
): Promise<T> {
  report({ name: 'challenge' })
  const { key, value } = await timed('check:challenge', () =>
    withDeadline(CALL_DEADLINE, signal, (signal) =>
      answered(
        api.post('generate-keyvalue', { json: body, signal, ...repeatable }).json(Challenge),
        () => 'Network response was not ok',
      ),
    ),
  )
  const difficulty = difficultyOf(value)
  report({ name: 'pow', difficulty, attempts: 0, attemptsPerSecond: 0 })
  const counter = await solve(key, difficulty, {
    signal,
    report: (progress) => report({ name: 'pow', difficulty, ...progress }),
  })
  report({ name: 'server' })
  const proof: Proof = { key, counter }
  const answer = await timed('check:call', () => call(proof))
  // Read from `import.meta.env` directly, so that a build without the variable leaves this code out.
  if (import.meta.env.VITE_TIMING_URL) void tellTimings(import.meta.env.VITE_TIMING_URL, difficulty, proof)
  return answer
}

/** Loaded only where the operator asked for it, and after the answer. */
async function tellTimings(url: string, difficulty: number, proof: Proof): Promise<void> {
  try {
    const { sendTimings } = await import('./sendTimings.ts')
    await sendTimings(url, difficulty, proof)
  } catch {
    // Field data is for the operator: a check is finished without it.
  }
}
