/**
 * http(s) on X's own hosts, with no user and no port. Matched as text: look-alikes that a URL parser would accept (`x。com`,
 * `x%2ecom`, `x.com\@…`) are no links.
 */
const ON_X = /^https?:\/\/(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com(?:[/?#][^\\\s]*)?$/i

/** Longest text shown for an address, in characters. */
const SHOWN_MAX = 300

/** The link target of a result's URL; null for one that is shown as plain text. */
export function postLink(url: string): string | null {
  return ON_X.test(url) ? new URL(url).href : null
}

/** A URL as the page shows it: without its protocol when it is a link, cut off when it is too long. */
export function shownUrl(url: string): string {
  const text = postLink(url) ? url.replace(/^https?:\/\//i, '') : url
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
