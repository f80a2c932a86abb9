import { parsePostUrl } from '../../contract/PostUrl.ts'
import type { ListedPost } from '../results/listedPost.ts'

/** The most accounts in the list. */
const AUTHORS_MAX = 8

/** `isTold`: X named these authors. Else they are the names in the URLs, which may be other people's. */
export type Authors = { names: string[]; isTold: boolean }

/** The first few accounts of the posts, each once whatever its case: those that X names or, where it names none, those in the URLs. */
export function authorsOf(posts: readonly ListedPost[]): Authors {
  const told = once(posts.map(({ evidence }) => evidence?.author))
  if (told.length > 0) return { names: told, isTold: true }
  return { names: once(posts.map(({ url }) => parsePostUrl(url)?.name)), isTold: false }
}

function once(names: readonly (string | null | undefined)[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) {
    if (name && !byKey.has(name.toLowerCase())) byKey.set(name.toLowerCase(), name)
    if (byKey.size === AUTHORS_MAX) break
  }
  return [...byKey.values()]
}
