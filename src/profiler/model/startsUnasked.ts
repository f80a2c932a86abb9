import { estimateSeconds } from './estimate.ts'
import type { Settings } from './settings.ts'

/** Seconds of expected work up to which a link may start by itself: longer ones would heat a phone whose owner only opened a page. */
const UNASKED_MAX = 30

/** Whether a link with `autostart=1` starts its run at once. The answer depends on the link and its lanes alone, not on runs that this device kept. */
export function startsUnasked(settings: Settings): boolean {
  return estimateSeconds(settings, null) <= UNASKED_MAX
}
