import type { Caller } from '../../Caller.ts'
import type { SearchEndpoint } from '../asking/endpoints.ts'

/** What every negative needs: that search, at the same time, finds a post which it is known to hold. */
export type Control = {
  /**
   * When search was last asked for the control and found it, at `since` or later; asks where that was not the case. Null when search did
   * not find it. Throws what kept X from answering.
   */
  foundSince: (endpoint: SearchEndpoint, since: number, caller: Caller) => Promise<number | null>
  /** Whether search did not find its control when it was last asked. */
  isBlind: () => boolean
}
/** For how long a control that was found says that search works. */
export const CONTROL_MS = 5 * 60_000
