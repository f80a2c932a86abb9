import { parsePostUrl } from '../../../contract/PostUrl.ts'

const SEPARATORS = /[\s,、，;；|<>"'「」『』（）()【】]+/
const STARTS = /^(?:https?:\/\/|(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com\/)/i
/** Addresses are ASCII: where that ends, a sentence goes on. */
const ADDRESS = /^[\x21-\x7e]+/
const PUNCTUATION = /[.:!?]+$/

/** The URLs that a text holds, in its order, whatever stands between them — nothing included. */
export function urlsIn(text: string): string[] {
  return text
    .split(SEPARATORS)
    .flatMap((word) => word.split(/(?=https?:\/\/)/i))
    .filter((part) => STARTS.test(part))
    .map((part) => ADDRESS.exec(part)?.[0].replace(PUNCTUATION, '') ?? '')
}

/** The URLs of posts in a text that may hold others. */
export function postUrlsIn(text: string): string[] {
  return urlsIn(text).filter((url) => parsePostUrl(url) !== null)
}
