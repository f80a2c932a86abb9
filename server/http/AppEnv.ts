import type { IncomingMessage } from 'node:http'

/** What a request brings along: Node's own request where there is a socket, and what the middleware before a handler found out. */
export type AppEnv = {
  Bindings: { incoming?: IncomingMessage }
  Variables: {
    /** The share of its limit that the caller has used up. */
    used: number
    /** The caller's address as limits count it. */
    share: string
  }
}
