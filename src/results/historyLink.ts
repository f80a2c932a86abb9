import { config } from '../config.ts'

/** The page of a saved batch, below the base. */
export function historyPath(sessionId: string): string {
  return `/tweetcheck/history/${encodeURIComponent(sessionId)}`
}

/** The page's full URL, on the host of this page, where the batch was saved. */
export function historyUrl(sessionId: string): string {
  return `${location.origin}${config.base.replace(/\/$/, '')}${historyPath(sessionId)}`
}
