import { hash } from 'node:crypto'
import { request } from 'node:http'
import { readDifficulty, hasLeadingZeros } from '../../contract/challenge.ts'
import type { CheckRequest } from '../../contract/wire.ts'
import type { Caller } from '../../server/upstream/Upstream.ts'
import type { testApp } from './testApp.ts'

/** The first counter that solves a challenge. */
export function solve(challenge: { key: string; value: unknown }): string {
  const difficulty = readDifficulty(challenge.value)
  for (let counter = 0; ; counter++) {
    if (hasLeadingZeros(hash('sha256', challenge.key + counter, 'buffer'), difficulty)) return String(counter)
  }
}

type App = ReturnType<typeof testApp>
export type Call = (path: string, init?: RequestInit) => Response | Promise<Response>
export type Solved = { token: string; counter: string }

/** What a check asks for: the verdict alone, with the newest own posts, or with reposts too. */
export const VERDICT = { searchban: false, repost: false }
export const LIST = { searchban: true, repost: false }
export const ALL = { searchban: true, repost: true }

export function bodyFor(screenName: string, more: Partial<CheckRequest> = {}): CheckRequest {
  return { screen_name: screenName, key: '', searchban: true, repost: true, ...more }
}

/** Calls an app, with the length of the body as browsers send it. */
export const inProcess =
  (app: App): Call =>
  (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (typeof init.body === 'string' && !headers.has('Content-Length'))
      headers.set('Content-Length', String(Buffer.byteLength(init.body)))
    return app.request(path, { ...init, headers })
  }

/** A POST of JSON, with its length. */
export function postOf(body: string, headers: Record<string, string> = {}) {
  const announced = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
  return { method: 'POST', headers: { ...announced, ...headers }, body }
}

export function post(call: Call, path: string, body: unknown, headers: Record<string, string> = {}) {
  return call(path, postOf(JSON.stringify(body), headers))
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
  const proof = await solved(call, bodyFor('', VERDICT))
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

/** A caller with this signal, of one address unless told otherwise. */
export const callerWith = (signal = new AbortController().signal, clientKey = '192.0.2.1'): Caller => ({
  signal,
  clientKey,
})

type Answered = { status: number; body: unknown }

/** Posts JSON, and resolves once the server has taken the request up: it asks for the body then. `answer` is what comes of it. */
export async function underWay(
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<{ answer: Promise<Answered> }> {
  const text = JSON.stringify(body)
  const asked = request(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      Expect: '100-continue',
      ...headers,
    },
  })
  const answer = new Promise<Answered>((resolve, reject) => {
    asked.once('error', reject)
    asked.once('response', (response) => {
      let answer = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(answer) }))
    })
  })
  const taken = new Promise((resolve) => asked.once('continue', resolve))
  asked.flushHeaders()
  await Promise.race([taken, answer])
  await new Promise<void>((resolve) => asked.end(text, resolve))
  return { answer }
}
