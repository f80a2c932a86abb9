import { getDefaultStore } from 'jotai/vanilla'
import ky from 'ky'
import { config } from '../config.ts'
import { boundAnswer } from './boundAnswer.ts'
import { upstreamAtom } from './upstreamAtom.ts'

/** Longest that a `Retry-After` is waited out, in milliseconds. */
const RETRY_AFTER_MAX = 5_000

/**
 * The reference API. Answers are never cached. Deadlines come with each call's signal, so ky keeps none of its own.
 * Only GETs retry by themselves: a spent challenge must never be sent twice.
 */
export const api = ky.create({
  prefix: `${config.apiBase}/api`,
  cache: 'no-store',
  timeout: false,
  retry: { limit: 2, methods: ['get'], maxRetryAfter: RETRY_AFTER_MAX },
  // Not a hook: for those every body is copied.
  fetch: async (...request) => {
    const response = await fetch(...request)
    const upstream = response.headers.get('X-Upstream')
    if (upstream) getDefaultStore().set(upstreamAtom, upstream)
    return await boundAnswer(response)
  },
})

/** The same, for a POST that spends nothing: it may be repeated once when the server asks to wait. */
export const repeatable = {
  retry: { limit: 1, methods: ['post'], statusCodes: [429, 503], maxRetryAfter: RETRY_AFTER_MAX },
}
