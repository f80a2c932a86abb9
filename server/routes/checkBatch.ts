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
import { HISTORY_ID, keptDays } from './savedHistory.ts'

/** Checks a list of posts for one solved challenge and saves the result under a new id. */
export function checkBatch(parts: AppParts) {
  return createFactory<AppEnv>().createHandlers(
    onlyJson,
    limited(parts, 'check'),
    limitedBody,
    jsonBody(BatchRequest),
    async (c) => {
      const { urls, key, previous } = c.req.valid('json')
      if (key.token !== c.req.header('X-Session-Token')) throw new Refusal('mismatch')
      const asked = [...new Set(urls)]
      const judged = await redeem(parts, c, { bound: 'batch', body: [asked, previous] }, (signal) =>
        statusesOf(parts, asked, signal),
      )
      const results = await withEarlier(parts, previous, judged)
      return c.json({ results, sessionId: await saved(parts, results), keptDays: keptDays(parts) })
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

/** All rows of the saved batch that this one repeats a part of. A batch that is gone, or lacks one of these URLs, is ignored. */
async function withEarlier(
  { store, onFault }: AppParts,
  previous: string | undefined,
  judged: PostResult[],
): Promise<PostResult[]> {
  if (!previous || !HISTORY_ID.test(previous)) return judged
  try {
    const earlier = (await store.readHistory(previous))?.results ?? []
    const byUrl = new Map(judged.map((result) => [result.url, result]))
    const holdsAll = judged.every(({ url }) => earlier.some((result) => result.url === url))
    return holdsAll ? earlier.map((result) => byUrl.get(result.url) ?? result) : judged
  } catch (error) {
    onFault(error)
    return judged
  }
}

/** Saves the results and returns the history's id; empty when that failed: the result is then answered without a link. */
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
