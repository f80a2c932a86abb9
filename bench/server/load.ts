import autocannon from 'autocannon'
import type { Request } from 'autocannon'
import { issueChallenge } from '../../server/proof/challenge.ts'
import type { SigningKeys } from '../../server/proof/challenge.ts'
import { bodyFor } from '../../tests/server/client.ts'

const CHECK_REQUEST = bodyFor('sbx_clear', { searchban: false, repost: false })
export const keysFromSecret = (secret: string): SigningKeys => [secret]

export type LoadKind = 'issue' | 'redeem'
export type LoadFigures = { requests: number; perSecond: number; p99Ms: number; failed: number }

const VISITORS = 100_000
let asked = 0
const headers = () => {
  const visitor = asked++ % VISITORS
  const address = `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`
  return { 'content-type': 'application/json', 'x-forwarded-for': address }
}

/** Sends requests over many connections, for some seconds or for a number of requests. Each check carries a new challenge of difficulty 0, signed here with the server's key. */
export async function runLoad(
  kind: LoadKind,
  port: number,
  keys: SigningKeys,
  connections: number,
  until: { duration: number } | { amount: number },
): Promise<LoadFigures> {
  const body = JSON.stringify(CHECK_REQUEST)
  const request: Request = {
    method: 'POST',
    path: kind === 'issue' ? '/api/generate-keyvalue' : '/api/check-by-user',
    body,
    setupRequest: (plain) => ({
      ...plain,
      headers: {
        ...headers(),
        ...(kind === 'redeem' && {
          'x-session-token': issueChallenge(keys, CHECK_REQUEST, 0, Date.now()),
          'x-request-hash': '1',
        }),
      },
    }),
  }
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    ...until,
    requests: [request],
  })
  return {
    requests: result.requests.total,
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
