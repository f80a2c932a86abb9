import ky from 'ky'
import { IpAnswer } from '../../contract/wire.ts'
import { config } from '../config.ts'
import { encryptInWorker } from '../crypto/encryptInWorker.ts'
import { timed } from '../timing.ts'
import { api } from './api.ts'
import { boundAnswer } from './boundAnswer.ts'
import { withDeadline } from './withDeadline.ts'

/** Longest that a check waits for the visitor's address, in milliseconds. */
const IP_DEADLINE = 3_000

let lookup: Promise<string> | undefined

/** Looks the visitor's address up and encrypts it, once; called on the form's first focus so that typing hides the wait. */
export function lookUpIp(): Promise<string> {
  lookup ??= timed('check:ip', fetchIp).catch((error: unknown) => {
    lookup = undefined
    throw error
  })
  return lookup
}

/** The encrypted address, or `""` when it is not available within 3 s: the check goes on without it. */
export async function encryptedIp(signal: AbortSignal): Promise<string> {
  try {
    return await withDeadline(IP_DEADLINE, signal, lookUpIp)
  } catch {
    signal.throwIfAborted()
    return ''
  }
}

const elsewhere = ky.create({ fetch: async (...request) => boundAnswer(await fetch(...request)) })

async function fetchIp(): Promise<string> {
  const own = config.ipLookupUrl.endsWith('/api/ip')
  const client = own ? api : elsewhere
  const { ip } = await client
    .get(config.ipLookupUrl, { prefix: '', retry: 0, timeout: 10_000, cache: 'no-store' })
    .json(IpAnswer)
  return await encryptInWorker(ip)
}
