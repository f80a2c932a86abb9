import { isWebUrl } from './isWebUrl.ts'

/** A whole scheme, which lets pages send to any address of it, or one origin. */
const SCHEMES = new Set(['https:', 'http:'])

/** What `VITE_POW_POST_ORIGINS` names, as sources of the content policy. Throws where it holds anything else: a policy must not be widened by a slip. */
export function postOrigins(named: readonly string[]): string[] {
  const odd = named.find((source) => !isPostOrigin(source))
  if (odd === undefined) return [...named]
  throw new Error(
    `VITE_POW_POST_ORIGINS holds origins such as https://collector.example, or https:, not "${odd}".`,
  )
}

/** Whether one of these names is an origin, or a scheme of the web. */
export function isPostOrigin(source: string): boolean {
  return SCHEMES.has(source) || (isWebUrl(source) && new URL(source).origin === source)
}
