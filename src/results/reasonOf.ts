import type { ErrorStatus } from '../../contract/postVerdicts.ts'
import { resultText } from '../text/result.ts'
import { groupOf } from './group.ts'
import type { ListedPost } from './listedPost.ts'

const { reason } = resultText

const REASONS = {
  NOT_FOUND: reason.notFound,
  INVALID_URL: reason.invalidUrl,
  UNKNOWN: reason.unknown,
} as const satisfies Record<ErrorStatus, string>

const BY_STATUS: ReadonlyMap<string, string> = new Map(Object.entries(REASONS))

/** Why a post could not be judged, in words; null for a judged post. */
export function reasonOf(post: ListedPost): string | null {
  if (groupOf(post) !== 'error') return null
  const { status, code, message } = post
  if (code !== undefined && message !== undefined) return reason.failed(message, code)
  return BY_STATUS.get(status ?? '') ?? reason.unknown
}
