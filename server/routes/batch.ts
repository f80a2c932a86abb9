import { LRUCache } from 'lru-cache'
import { hash, randomBytes } from 'node:crypto'
import { DAY_MS } from '../../contract/dates.ts'
import { parsePostUrl, toPostUrl } from '../../contract/names.ts'
import type { PostRef } from '../../contract/names.ts'
import { BatchAnswer, BatchRequest, BatchHistory, Oembed } from '../../contract/wire.ts'
import type { PostResult } from '../../contract/wire.ts'
import { throwStoreUnavailable } from '../store/Store.ts'
import { ApiError } from '../../contract/reasons.ts'
import { countAgainstLimit, networksOf } from '../http/limits.ts'
import {
  CHECK_ERRORS,
  PROOF_HEADER_PARAMETERS,
  UPSTREAM_ERRORS,
  createHandlers,
  describeCall,
} from '../openapi/openapi.ts'
import { createPreviewTicket, isPreviewTicket } from '../proof/previewTicket.ts'
import type { Quota, SavedHistory } from '../store/Store.ts'
import { jsonCallHandlers, runForVisitor, spendProof, withProof } from './checks.ts'
import type { AppDependencies } from './checks.ts'

export const HISTORY_ID_PATTERN = /^[\w-]{22}$/

const HOUR_MS = 3_600_000

type Row = { url: string; post: PostRef | null; result: PostResult }

/** Returns what the store saves of rows: posts by author and id, never the text that a visitor typed. Lines that are no posts are only counted. */
function savedRows(rows: readonly Row[]) {
  const posts = rows.flatMap(({ post, result }) => (post ? [{ ...result, url: toPostUrl(post) }] : []))
  const byUrl = new Map(posts.map((row) => [row.url, row]))
  return { results: [...byUrl.values()], leftOut: rows.filter(({ post }) => !post).length }
}

/** Saves a batch. Returns the id that it is saved under: empty if it could not be saved. */
export async function saveBatch(deps: AppDependencies, clientKey: string, rows: readonly Row[]) {
  const { results, leftOut } = savedRows(rows)
  const timestamp = deps.now()
  const sessionId = await saved(deps, clientKey, {
    results,
    timestamp,
    upstream: deps.upstream.name,
    leftOut: leftOut || undefined,
  }).catch((error: unknown) => {
    deps.onFault(error)
    deps.onSave(false)
    return ''
  })
  return { sessionId, timestamp }
}

function withTicket(deps: AppDependencies, row: PostResult): PostResult {
  const id = parsePostUrl(row.url)?.id
  return id === undefined ? row : { ...row, previewTicket: createPreviewTicket(deps.keys(), id, deps.now()) }
}

async function saved(deps: AppDependencies, clientKey: string, history: SavedHistory) {
  const bytes = Buffer.byteLength(JSON.stringify(history))
  const quotas = storageQuotas(clientKey, deps.historyAddressBytes, deps.now())
  const { refusedBy } = await deps.store.spend({ amount: bytes, quotas })
  if (refusedBy !== null) return ''
  const id = randomBytes(16).toString('base64url')
  await deps.store.saveHistory(id, history, deps.historyMs)
  deps.onSave(true)
  return id
}

/** The bytes that a client and its networks may have stored in a UTC day. Their names tell no address. */
function storageQuotas(clientKey: string, bytesPerDay: number, now: number): Quota[] {
  const day = new Date(now).toISOString().slice(0, 10)
  return networksOf(clientKey).map(({ key, multiplier }) => ({
    name: `stored ${day} ${hash('sha256', `stored ${day} ${key}`, 'base64url').slice(0, 16)}`,
    limit: bytesPerDay * multiplier,
    ttlMs: DAY_MS - (now % DAY_MS) + HOUR_MS,
  }))
}

/** Cache of recently read histories. They never change, so they can be shown while the store is unavailable. */
const HISTORY_CACHE_LIMITS = { max: 500, ttl: 10 * 60_000 }

export function historyRetentionDays({ historyMs }: Pick<AppDependencies, 'historyMs'>): number {
  return Math.max(1, Math.floor(historyMs / DAY_MS))
}

export type ReadHistory = (id: string) => Promise<SavedHistory | null>

export function createHistoryReader(deps: AppDependencies): ReadHistory {
  const cache = new LRUCache<string, SavedHistory>(HISTORY_CACHE_LIMITS)

  return async (id) => {
    if (!HISTORY_ID_PATTERN.test(id)) return null
    const cached = cache.get(id)
    if (cached) return cached
    const batch = await deps.store.readHistory(id).catch(throwStoreUnavailable(deps.onFault))
    if (batch) cache.set(id, batch)
    return batch
  }
}

export function getSavedHistory(deps: AppDependencies, read: ReadHistory) {
  return createHandlers(
    describeCall({
      summary: 'Read a saved batch.',
      parameters: [{ name: 'id', in: 'query', pattern: '^[A-Za-z0-9_-]{22}$' }],
      answer: { History: BatchHistory },
      errors: ['no_history', 'other_site', 'store_unavailable', 'rate_limited'],
    }),
    countAgainstLimit(deps, 'read'),
    async (c) => {
      const history = await read(c.req.query('id') ?? '')
      if (!history) throw new ApiError('no_history')
      c.header('X-Robots-Tag', 'noindex')
      return c.json({ ...history, keptDays: historyRetentionDays(deps) })
    },
  )
}

export function checkBatch(deps: AppDependencies) {
  return createHandlers(
    describeCall({
      summary:
        'Check up to 200 posts and save the result. `key.token` repeats the X-Session-Token header. An empty sessionId says that it could not be saved.',
      parameters: PROOF_HEADER_PARAMETERS,
      body: { BatchRequest },
      answer: { BatchAnswer },
      errors: [...CHECK_ERRORS, 'sandbox_error'],
    }),
    ...jsonCallHandlers(withProof(deps), BatchRequest),
    async (c) => {
      const { urls, key } = c.req.valid('json')
      if (key.token !== c.var.proof.token) throw new ApiError('mismatch')
      // The URLs are parsed once the proof holds: until then a request must cost its sender more than this server.
      const rows = await spendProof(deps, c, 'batch', async (caller) => {
        const asked = [...new Set(urls)].map((url) => ({ url, post: parsePostUrl(url) }))
        const posts = asked.flatMap(({ post }) => post ?? [])
        const judged = await deps.upstream.checkPosts(posts, caller)
        // The judgements are in the order of the posts.
        const judgementOf = new Map(posts.map((post, index) => [post, judged[index]]))
        return asked.map(({ url, post }): Row => {
          const judgement = post ? judgementOf.get(post) : { status: 'INVALID_URL' }
          return { url, post, result: Object.assign({ url }, judgement) }
        })
      })
      return c.json({
        ...(await saveBatch(deps, c.var.clientKey, rows)),
        results: rows.map(({ result }) => withTicket(deps, result)),
        keptDays: historyRetentionDays(deps),
      })
    },
  )
}

/** The visitor's URL is only read, never fetched. */
export function getOembed(deps: AppDependencies) {
  return createHandlers(
    describeCall({
      summary: "X's preview of a post.",
      parameters: [
        {
          name: 'url',
          in: 'query',
          description: "A post's URL on X. It is read, never fetched.",
          example: 'https://x.com/sbx_clear/status/1980000000000000001',
        },
        {
          name: 'ticket',
          in: 'query',
          isOptional: true,
          description: "The post's `previewTicket` in the answer of its batch: the call is then not counted.",
        },
      ],
      answer: { Oembed },
      errors: [
        'bad_url',
        'other_site',
        'forbidden',
        'not_found',
        'rate_limited',
        ...UPSTREAM_ERRORS,
        'sandbox_error',
      ],
    }),
    async (c) => {
      const post = parsePostUrl(c.req.query('url') ?? '')
      const ticket = c.req.query('ticket')
      const isOfBatch = post && ticket && isPreviewTicket(deps.keys(), post.id, ticket, deps.now())
      if (!isOfBatch) await deps.limits.count('preview', c.var.clientKey)
      if (!post) throw new ApiError('bad_url')
      return c.json(await runForVisitor(deps, c, (caller) => deps.upstream.oembed(post, caller)))
    },
  )
}
