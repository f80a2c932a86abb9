const HOSTS: ReadonlySet<string> = new Set(
  ['x.com', 'twitter.com'].flatMap((host) => ['', 'www.', 'm.', 'mobile.'].map((prefix) => prefix + host)),
)

/** Longest text shown for an address, in characters. */
const SHOWN_MAX = 300

/** Where a result's URL may lead: http(s) on X's own hosts, no user, no port. Null is shown as plain text. */
export function postLink(url: string): string | null {
  if (!/^https?:\/\/[^/\\\s][^\\\s]*$/i.test(url) || !URL.canParse(url)) return null
  const { protocol, hostname, port, username, password, href } = new URL(url)
  const web = protocol === 'https:' || protocol === 'http:'
  return web && HOSTS.has(hostname) && port + username + password === '' ? href : null
}

/** A URL as a visitor reads it: without its protocol when it is a link, cut when it is endless. */
export function shownUrl(url: string): string {
  const text = postLink(url) ? url.replace(/^https?:\/\//i, '') : url
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
