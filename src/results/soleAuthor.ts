import { groupOf } from './group.ts'
import { isSameName } from './isSameName.ts'
import type { ListedPost } from './listedPost.ts'

/** Whose posts these are, where X names the same author for each one that it shows; else null. The others stand in the list by their URLs. */
export function soleAuthor(posts: readonly ListedPost[]): string | null {
  const authors = posts.filter(isShown).map(({ evidence }) => evidence?.author)
  const [first] = authors
  if (!first) return null
  return authors.every((author) => isSameName(author, first)) ? first : null
}

function isShown(post: ListedPost): boolean {
  const group = groupOf(post)
  return group !== 'error' && group !== 'restricted'
}
