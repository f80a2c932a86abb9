import type { SiteFacts } from '../../src/prerender.tsx'

/** A file that is older than a year tells nothing any more (RFC 9116); so build at least that often. */
const DAYS = 364
const DAY_MS = 86_400_000

/**
 * Whom to tell of a weakness, as RFC 9116 has it; null where the site names nobody, or by an address that the RFC forbids. It is looked for
 * at the root of an origin only. The day of its end is counted from the build's day, so that two builds of a day are alike.
 */
export function securityTxt(
  { origin, base, contactUrl }: Pick<SiteFacts, 'origin' | 'base' | 'contactUrl'>,
  now: number,
): string | null {
  if (base !== '/' || !/^(?:https|mailto):/.test(contactUrl)) return null
  const expires = new Date(now - (now % DAY_MS) + DAYS * DAY_MS).toISOString()
  return [
    `Contact: ${contactUrl}`,
    `Expires: ${expires}`,
    'Preferred-Languages: ja, en',
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
    '',
  ].join('\n')
}
