import { BANS } from '../contract/bans.ts'
import type { Capabilities } from '../contract/Capabilities.ts'

/**
 * What the server can judge, as the build was told: `VITE_CAPABILITIES` lists the bans, and `posts` where posts are searched for or
 * `visibility` where only their visibility is asked, and `agreement` where what visitors saw is counted; `none` is for a server that judges nothing. Null where the build was told nothing.
 * Throws on any other word.
 */
export function bakedCapabilities(list: string | undefined): Capabilities | null {
  const words = (list ?? '').split(',').flatMap((word) => word.trim() || [])
  if (words.length === 0) return null
  const known = new Set<string>([...BANS, 'posts', 'visibility', 'agreement', 'none'])
  const unknown = words.filter((word) => !known.has(word))
  if (unknown.length > 0) {
    throw new Error(`VITE_CAPABILITIES takes ${[...known].join(', ')}, and not ${unknown.join(', ')}.`)
  }
  const collects = words.includes('agreement') && { agreement: true as const }
  return {
    ...collects,
    bans: BANS.filter((ban) => words.includes(ban)),
    posts: words.includes('posts') ? 'search' : words.includes('visibility') ? 'visibility' : 'none',
  }
}
