/**
 * http(s) on X's own hosts, with no user and no port. Read as text: what a parser would have to mend first (`x。com`,
 * `x%2ecom`, `x.com\@…`) is no link.
 */
const ON_X = /^https?:\/\/(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com(?:[/?#][^\\\s]*)?$/i

/** Longest text shown for an address, in characters. */
const SHOWN_MAX = 300

/** Where a result's URL may lead; null for one that is shown as plain text. */
export function postLink(url: string): string | null {
  if (!ON_X.test(url)) return null
  try {
    return new URL(url).href
  } catch {
    return null
  }
}

/** A URL as a visitor reads it: without its protocol when it is a link, cut when it is endless. */
export function shownUrl(url: string): string {
  const text = postLink(url) ? url.replace(/^https?:\/\//i, '') : url
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
