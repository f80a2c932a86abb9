import type { SiteFacts } from '../../src/prerender.tsx'
import type { Host } from './hosts/Host.ts'

/** What the operator of a host without an API must know, in one line; null where there is nothing to say. */
export function apiNotice(
  { filesOnly }: Host,
  { apiBase, origin }: Pick<SiteFacts, 'apiBase' | 'origin'>,
): string | null {
  if (!filesOnly) return null
  if (apiBase !== '')
    return `The pages will ask the API at ${apiBase}; it must list ${origin} in SITE_ORIGINS.`
  return `VITE_API_BASE is not set: the pages will ask ${origin}/api, and where nobody answers there every check fails with a message.`
}
