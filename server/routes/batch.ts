import { LRUCache } from 'lru-cache'
import { randomBytes } from 'node:crypto'
import { DAY_MS } from '../../contract/dates.ts'
import { parsePostUrl } from '../../contract/names.ts'
import { postStatements } from '../../contract/statements.ts'
import { BatchAnswer, BatchRequest, History } from '../../contract/wire.ts'
import type { PostResult } from '../../contract/wire.ts'
import { ApiError, storeUnavailable } from '../http/errors.ts'
import { limited } from '../http/limits.ts'
import { jsonCall } from '../http/middleware.ts'
import { CHECK, PROOF_HEADERS, createHandlers, describeCall } from '../openapi/openapi.ts'
import type { SavedHistory } from '../store/Store.ts'
import type { AppDependencies } from './AppDependencies.ts'
import { spendProof, withProof } from './checks.ts'
import { feedbackTokens } from './feedback.ts'

export const HISTORY_ID = /^[\w-]{22}$/

const INVALID_TEXT_MAX = 200

/** All rows of a batch, and the id that it is saved under: empty when it could not be. A batch that repeats a part of a saved one keeps the other rows and the time of that one. */
export async function saveBatch(
  deps: AppDependencies,
  clientKey: string,
  judged: PostResult[],
  previous: string | undefined,
) {
  const rows = judged.map((row) =>
    row.status === 'INVALID_URL' ? { ...row, url: row.url.slice(0, INVALID_TEXT_MAX) } : row,
  )
  const earlier = await earlierOf(deps, rows, previous)
  const again = deps.now()
  const newer = new Map(rows.map((row) => [row.url, { ...row, again }]))
  const whole = earlier?.results.map((row) => newer.get(row.url) ?? row)
  const history = { results: whole ?? rows, timestamp: earlier?.timestamp ?? again }
  const sessionId = await saved(deps, clientKey, history).catch((error: unknown) => {
    deps.onFault(error)
    return ''
  })
  return { results: whole ?? judged, sessionId }
}

/** The saved batch that this one repeats a part of. One that is gone, or lacks one of these rows, is ignored. */
async function earlierOf(deps: AppDependencies, rows: PostResult[], previous: string | undefined) {
  if (!previous || !HISTORY_ID.test(previous)) return null
  const batch = await deps.store.readHistory(previous).catch(deps.onFault)
  if (!batch) return null
  const urls = new Set(batch.results.map(({ url }) => url))
  return rows.every(({ url }) => urls.has(url)) ? batch : null
}

async function saved(deps: AppDependencies, clientKey: string, history: SavedHistory) {
  if (!(await deps.storageQuota(clientKey, Buffer.byteLength(JSON.stringify(history))))) return ''
  const id = randomBytes(16).toString('base64url')
  await deps.store.saveHistory(id, history, deps.historyMs)
  return id
}

/** Cache of histories read lately, which never change: they can be shown while the store is away. */
const CACHE = { max: 500, ttl: 10 * 60_000 }

export function retentionDays({ historyMs }: Pick<AppDependencies, 'historyMs'>): number {
  return Math.max(1, Math.floor(historyMs / DAY_MS))
}

export type ReadHistory = (id: string) => Promise<SavedHistory | null>

export function createHistoryReader(deps: AppDependencies): ReadHistory {
  const cache = new LRUCache<string, SavedHistory>(CACHE)

  return async (id) => {
    if (!HISTORY_ID.test(id)) return null
    const cached = cache.get(id)
    if (cached) return cached
    const batch = await deps.store.readHistory(id).catch(storeUnavailable(deps.onFault))
    if (batch) cache.set(id, batch)
    return batch
  }
}

export function savedHistory(deps: AppDependencies, read: ReadHistory) {
  return createHandlers(
    describeCall({
      summary: 'Read a saved batch.',
      parameters: [{ name: 'id', in: 'query', pattern: '^[A-Za-z0-9_-]{22}$' }],
      answer: { History },
      errors: ['no_history', 'store_unavailable', 'rate_limited'],
    }),
    limited(deps, 'read'),
    async (c) => {
      const history = await read(c.req.query('id') ?? '')
      if (!history) throw new ApiError('no_history')
      c.header('X-Robots-Tag', 'noindex')
      return c.json({ ...history, keptDays: retentionDays(deps) })
    },
  )
}

export function checkBatch(deps: AppDependencies) {
  return createHandlers(
    describeCall({
      summary:
        'Check up to 200 posts and save the result. An empty sessionId says that it could not be saved.',
      parameters: PROOF_HEADERS,
      body: { BatchRequest },
      answer: { BatchAnswer },
      errors: CHECK,
    }),
    ...jsonCall(withProof(deps), BatchRequest),
    async (c) => {
      const { urls, key, previous } = c.req.valid('json')
      if (key.token !== c.var.proof.token) throw new ApiError('mismatch')
      // The URLs are parsed once the proof holds: until then a request must cost its sender more than this server.
      const checked = await spendProof(deps, c, 'batch', async (caller) => {
        const rows = [...new Set(urls)].map((url) => ({ url, post: parsePostUrl(url) }))
        const posts = rows.flatMap(({ post }) => post ?? [])
        const judged = await deps.upstream.checkPosts(posts, caller)
        // The judgements are in the order of the posts.
        const judgementOf = new Map(posts.map((post, index) => [post, judged[index]]))
        const results = rows.map(({ url, post }): PostResult =>
          Object.assign({ url }, post ? judgementOf.get(post) : { status: 'INVALID_URL' }),
        )
        return { judged, results }
      })
      const saved = await saveBatch(deps, c.var.clientKey, checked.results, previous)
      return c.json({
        ...saved,
        keptDays: retentionDays(deps),
        ...feedbackTokens(deps, c, postStatements(checked.judged)),
      })
    },
  )
}
