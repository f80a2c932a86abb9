import { parsePostUrl } from '../../../contract/PostUrl.ts'

const SEPARATORS = /[\s,、，;；|<>"'「」『』（）()【】]+/
const STARTS = /^(?:https?:\/\/|(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com\/)/i
/** URLs are ASCII: another character ends them. */
const ADDRESS = /^[\x21-\x7e]+/
const PUNCTUATION = /[.:!?]+$/

/** The URLs in a text, in their order, whatever separates them, even when nothing does. */
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

/** The URL of the one post in words around it; null where the text is that URL alone, or holds none or several URLs. */
export function onlyPostIn(text: string): string | null {
  const urls = urlsIn(text)
  const [post] = postUrlsIn(text)
  return urls.length === 1 && post !== undefined && text.trim() !== post ? post : null
}
