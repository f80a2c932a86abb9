/** A whole scheme, which lets pages send to any address of it, or one origin. */
const SCHEMES = new Set(['https:', 'http:'])

/** What `VITE_POW_POST_ORIGINS` names, as sources of the content policy. Throws where it holds anything else: a policy must not be widened by a slip. */
export function postOrigins(named: readonly string[]): string[] {
  const odd = named.find((source) => !SCHEMES.has(source) && !isOrigin(source))
  if (odd === undefined) return [...named]
  throw new Error(
    `VITE_POW_POST_ORIGINS holds origins such as https://collector.example, or https:, not "${odd}".`,
  )
}

function isOrigin(source: string): boolean {
  return (
    !source.includes('*') &&
    URL.canParse(source) &&
    /^https?:$/.test(new URL(source).protocol) &&
    new URL(source).origin === source
  )
}
