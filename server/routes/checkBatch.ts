import { createFactory } from 'hono/factory'
import type { PostRef } from '../../contract/PostUrl.ts'
import { parsePostUrl } from '../../contract/PostUrl.ts'
import { postStatements } from '../../contract/statementsOf.ts'
import type { PostJudgement, PostResult } from '../../contract/wire.ts'
import { BatchRequest } from '../../contract/wire.ts'
import type { AppEnv } from '../http/AppEnv.ts'
import { jsonBody, limitedBody, onlyJson } from '../http/jsonBody.ts'
import { limited } from '../http/limited.ts'
import { Refusal } from '../http/refusal.ts'
import { redeem } from '../proof/redeem.ts'
import type { AppParts } from './AppParts.ts'
import { tickets } from './tickets.ts'
import { storeBatch } from './storeBatch.ts'
import { keptDays } from './savedHistory.ts'

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
      const posts = postsIn(asked)
      const refs = [...posts.values()]
      const judged = await redeem(
        parts,
        c,
        { bound: 'batch', body: [asked, previous] },
        {
          asked: (signal) => parts.upstream.checkPosts(refs, { signal, share: c.var.share }),
          kept: () => parts.upstream.kept.posts(refs),
        },
      )
      const saved = await storeBatch(parts, c.var.share, resultsOf(asked, posts, judged), previous)
      return c.json({ ...saved, keptDays: keptDays(parts), ...tickets(parts, c, postStatements(judged)) })
    },
  )
}

/** The URLs that are those of posts, and their posts. */
function postsIn(urls: string[]): Map<string, PostRef> {
  const posts = new Map<string, PostRef>()
  for (const url of urls) {
    const post = parsePostUrl(url)
    if (post) posts.set(url, post)
  }
  return posts
}

/** A result for each URL. The judgements are in the order of the posts. */
function resultsOf(urls: string[], posts: Map<string, PostRef>, judged: PostJudgement[]): PostResult[] {
  const byUrl = new Map([...posts.keys()].map((url, index) => [url, judged[index]]))
  return urls.map((url) => (posts.has(url) ? { url, ...byUrl.get(url) } : { url, status: 'INVALID_URL' }))
}
