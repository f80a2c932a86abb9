import { bodyFor, headersOf, post, solved } from '../../server/client.ts'
import type { Call } from '../../server/client.ts'

/** What a visitor comes for, from its first call to its last. */
export const ERRANDS = {
  challenge: async (call) => (await post(call, '/api/generate-keyvalue', bodyFor('someone'))).status,
  'one post': (call) => batch(call, 1),
  account: (call) => account(call),
  preview: async (call) => (await call(`/api/oembed?url=${encodeURIComponent(postUrl())}`)).status,
} as const satisfies Record<string, (call: Call) => Promise<number>>
export type Errand = keyof typeof ERRANDS

let next = Math.floor(Math.random() * 1e12)
/** A post that nobody has asked for before. */
const postUrl = () => `https://x.com/a/status/${1_500_000_000_000_000_000n + BigInt(next++)}`

/** Runs an errand for an address; what went wrong, or nothing. */
export async function run(errand: Errand, url: string, address: string): Promise<string> {
  return await outcomeOf(ERRANDS[errand](callFrom(url, address)))
}
export const callFrom =
  (url: string, address: string): Call =>
  (path, init) =>
    fetch(url + path, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), 'X-Forwarded-For': address },
    })

export async function outcomeOf(status: Promise<number>): Promise<string> {
  return await status.then(
    (status) => (status === 200 ? '' : String(status)),
    (error: Error) => /: (\d+)/.exec(error.message)?.[1] ?? error.message,
  )
}

export async function batch(call: Call, posts: number): Promise<number> {
  const proof = await solved(call, bodyFor('', { searchban: false, repost: false }))
  const body = { urls: Array.from({ length: posts }, postUrl), key: { token: proof.token } }
  return (await post(call, '/api/check-batch', body, headersOf(proof))).status
}

export async function account(call: Call): Promise<number> {
  const body = bodyFor(`user${next++ % 1e10}`, { searchban: false, repost: false })
  const proof = await solved(call, body)
  return (await post(call, '/api/check-by-user', body, headersOf(proof))).status
}
