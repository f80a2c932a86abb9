import { resultText } from '../text/result.ts'
import { groupOf } from './group.ts'
import type { ListedPost } from './listedPost.ts'

const KNOWN: ReadonlyMap<string, string> = new Map([
  ['NOT_FOUND', resultText.reason.notFound],
  ['INVALID_URL', resultText.reason.invalidUrl],
])

/** Why a post could not be judged, in words; null for a post that was. */
export function reasonOf({ status, code, message }: ListedPost): string | null {
  if (groupOf(status) !== 'error') return null
  if (code !== undefined && message !== undefined) return resultText.reason.failed(message, code)
  return KNOWN.get(status ?? '') ?? resultText.reason.unknown
}
