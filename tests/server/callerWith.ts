import type { Caller } from '../../server/upstream/Upstream.ts'

/** A caller with this signal, of one address unless told otherwise. */
export const callerWith = (signal = new AbortController().signal, clientKey = '192.0.2.1'): Caller => ({
  signal,
  clientKey,
})
