import { Refusal } from '../http/refusal.ts'
import type { Keys } from '../proof/challengeKey.ts'
import { readKeyring, REFRESH_MS } from '../proof/keyring.ts'
import type { SecretBox } from '../store/SecretBox.ts'

/** The challenge keys of one isolate. It has no timers between calls, so each call refreshes them when they are due. */
export function isolateKeys(box: SecretBox, onFault: (error: unknown) => void, now: () => number = Date.now) {
  let ring: Awaited<ReturnType<typeof readKeyring>> | undefined
  let readAt = 0
  return {
    /** Rejects only while there are no keys at all. */
    async refresh(): Promise<void> {
      if (ring && now() - readAt < REFRESH_MS) return
      if (ring) await ring.refresh().catch(onFault)
      else ring = await readKeyring(box, now)
      readAt = now()
    },
    /** Throws a `Refusal` while there are none. */
    keys(): Keys {
      if (!ring) throw new Refusal('store_away', 5)
      return ring.keys()
    },
  }
}
