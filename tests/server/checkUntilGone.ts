import { checkBatch, sessionOf } from './client.ts'
import type { Call } from './client.ts'

/** Batch checks, one after another, until the server is gone. Every id that it acknowledged is noted. */
export async function checkUntilGone(call: Call, acknowledged: string[]): Promise<void> {
  try {
    for (;;) {
      acknowledged.push(await sessionOf(await checkBatch(call, ['https://x.com/a/status/1'])))
    }
  } catch {
    // The server was killed: that is how it ends.
  }
}
