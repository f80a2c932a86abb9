/** Why nothing is sent to the address that a link names. */
export type UnusableTarget = 'malformed' | 'insecure' | 'secrets'

/** Where a link wants its results sent. */
export type PostTarget = { url: string; origin: string } | { unusable: UnusableTarget }

/** Addresses that never leave the device. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Reads `post` of a link; null without one. Plain http is for this device, and for pages that came over it themselves. */
export function postTarget(
  query: URLSearchParams,
  page: { href: string; protocol: string },
): PostTarget | null {
  const asked = query.get('post')
  if (asked === null) return null
  const url = urlIn(asked, page.href)
  if (!url) return { unusable: 'malformed' }
  const { protocol, hostname, username, password, href, origin } = url
  if (username !== '' || password !== '') return { unusable: 'secrets' }
  const plain = protocol === 'http:' && (page.protocol === 'http:' || LOOPBACK.test(hostname))
  if (protocol !== 'https:' && !plain) return { unusable: protocol === 'http:' ? 'insecure' : 'malformed' }
  return { url: href, origin }
}

function urlIn(text: string, base: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
