import type { XOptions } from '../../../server/upstream/x/createX.ts'
import { JUDGEABLE } from '../../../server/upstream/x/health.ts'
import { createMemoryStore } from '../memoryStore.ts'

/** The account of which the tests' X has posts for sure. */
export const CANARY = 'Canary'

/** An `x` upstream over an X at this address, with a token and without the search for posts unless told otherwise. Nothing waits. */
export function xOptions(base: string, more: Partial<XOptions> = {}): XOptions {
  return {
    apiBase: base,
    oembedBase: base,
    bearerToken: 'secret-token',
    accountsPermitted: true,
    postSearchPermitted: false,
    postSearchMax: 20,
    judged: JUDGEABLE,
    canaries: [CANARY],
    budgetUsd: 100,
    store: createMemoryStore(more.now),
    onFault: () => undefined,
    pause: async () => undefined,
    ...more,
  }
}
