import { config } from '../config.ts'

/** The page of a saved batch, below the base. */
export function historyPath(sessionId: string): string {
  return `/tweetcheck/history/${encodeURIComponent(sessionId)}`
}

/** Its whole address, on the host that this page was opened on: that is where it was saved. */
export function historyUrl(sessionId: string): string {
  return `${location.origin}${config.base.replace(/\/$/, '')}${historyPath(sessionId)}`
}
