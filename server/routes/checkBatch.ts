import { randomBytes } from 'node:crypto'
import { createFactory } from 'hono/factory'
import type { PostRef } from '../../contract/PostUrl.ts'
import { parsePostUrl } from '../../contract/PostUrl.ts'
import type { PostResult } from '../../contract/wire.ts'
import { BatchRequest } from '../../contract/wire.ts'
import type { AppEnv } from '../http/AppEnv.ts'
import { jsonBody, limitedBody, onlyJson } from '../http/jsonBody.ts'
import { limited } from '../http/limited.ts'
import { Refusal } from '../http/refusal.ts'
import { redeem } from '../proof/redeem.ts'
import type { AppParts } from './AppParts.ts'

/** Checks a list of posts for one solved challenge and saves the result under a new id. */
export function checkBatch(parts: AppParts) {
  return createFactory<AppEnv>().createHandlers(
    onlyJson,
    limited(parts, 'check'),
    limitedBody,
    jsonBody(BatchRequest),
    async (c) => {
      const { urls, key } = c.req.valid('json')
      if (key.token !== c.req.header('X-Session-Token')) throw new Refusal('mismatch')
      const asked = [...new Set(urls)]
      const results = await redeem(parts, c, 'batch', (signal) => statusesOf(parts, asked, signal))
      return c.json({ results, sessionId: await saved(parts, results) })
    },
  )
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
