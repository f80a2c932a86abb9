import type { CheckRequest } from '../../contract/wire.ts'
import { solve } from './solve.ts'
import type { testApp } from './testApp.ts'

type App = ReturnType<typeof testApp>
export type Call = (path: string, init?: RequestInit) => Response | Promise<Response>
export type Solved = { token: string; counter: string }

export function bodyFor(screenName: string, more: Partial<CheckRequest> = {}): CheckRequest {
  return { screen_name: screenName, key: '', searchban: true, repost: true, ...more }
}

export const inProcess =
  (app: App): Call =>
  (path, init) =>
    app.request(path, init)

export function post(call: Call, path: string, body: unknown, headers: Record<string, string> = {}) {
  const json = { 'Content-Type': 'application/json', ...headers }
  return call(path, { method: 'POST', headers: json, body: JSON.stringify(body) })
}

/** Asks for a challenge and solves it. */
export async function solved(call: Call, body: CheckRequest): Promise<Solved> {
  const answer = await post(call, '/api/generate-keyvalue', body)
  if (!answer.ok) throw new Error(`no challenge: ${answer.status} ${await answer.text()}`)
  const challenge = (await answer.json()) as { key: string; value: number }
  return { token: challenge.key, counter: solve(challenge) }
}

export function headersOf({ token, counter }: Solved) {
  return { 'X-Session-Token': token, 'X-Request-Hash': counter }
}

export function redeemAccount(call: Call, body: CheckRequest, proof: Solved) {
  return post(call, '/api/check-by-user', body, headersOf(proof))
}

/** The whole account check. */
export async function checkAccount(call: Call, body: CheckRequest): Promise<Response> {
  return redeemAccount(call, body, await solved(call, body))
}

/** The whole batch check. */
export async function checkBatch(call: Call, urls: string[]): Promise<Response> {
  const proof = await solved(call, bodyFor('', { searchban: false, repost: false }))
  return redeemBatch(call, urls, proof)
}

export function redeemBatch(call: Call, urls: string[], proof: Solved) {
  return post(call, '/api/check-batch', { urls, key: { token: proof.token } }, headersOf(proof))
}

/** The id that a batch was saved under. */
export const sessionOf = async (answer: Response) =>
  ((await answer.json()) as { sessionId: string }).sessionId

/** What a refusal says in a word: its status and its code. */
export async function outcome(answer: Response | Promise<Response>) {
  const { status } = await answer
  const { code } = (await (await answer).json()) as { code?: string }
  return { status, code }
}
