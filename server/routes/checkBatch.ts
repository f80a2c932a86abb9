import { randomBytes } from 'node:crypto'
import type { PostRef } from '../../contract/PostUrl.ts'
import { parsePostUrl } from '../../contract/PostUrl.ts'
import type { PostResult } from '../../contract/wire.ts'
import { BatchRequest } from '../../contract/wire.ts'
import type { AppParts } from '../AppParts.ts'
import type { Call } from '../http/call.ts'
import { countCall } from '../http/countCall.ts'
import { headerOf } from '../http/headerOf.ts'
import { readBody } from '../http/readBody.ts'
import { redeem } from '../proof/redeem.ts'
import { Refusal } from '../http/refusal.ts'

/** Checks a list of posts for one solved challenge and saves the result under a new id. */
export function checkBatch(parts: AppParts): Call {
  return async (c) => {
    await countCall(parts, c, 'check')
    const { urls, key } = await readBody(c, BatchRequest)
    if (key.token !== headerOf(c, 'x-session-token')) {
      throw new Refusal('mismatch')
    }
    const results = await redeem(parts, c, 'batch', (signal) => statusesOf(parts, [...new Set(urls)], signal))
    return parts.reply({ results, sessionId: await saved(parts, results) })
  }
}

async function statusesOf(
  { upstream }: AppParts,
  urls: string[],
  signal: AbortSignal,
): Promise<PostResult[]> {
  const posts = new Map<string, PostRef>()
  for (const url of urls) {
    const post = parsePostUrl(url)
    if (post) posts.set(url, post)
  }
  const statuses = await upstream.checkPosts([...posts.values()], signal)
  const byUrl = new Map([...posts.keys()].map((url, index) => [url, statuses[index]]))
  return urls.map((url) => ({ url, status: posts.has(url) ? byUrl.get(url) : 'INVALID_URL' }))
}

/** The new history's id; empty when it could not be saved, which costs the link and not the result. */
async function saved({ store, historyMs, now, onFault }: AppParts, results: PostResult[]): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  try {
    await store.saveHistory(id, { results, timestamp: now() }, historyMs)
    return id
  } catch (error) {
    onFault(error)
    return ''
  }
}
