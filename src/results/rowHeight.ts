import { searchLink } from './evidence/searchLink.ts'
import { hasContent } from './hasContent.ts'
import type { Row } from './listedPost.ts'

/** In pixels: a row's first line with its room, one line of text, and the line of the way to look by hand. */
const FRAME = 61
const TEXT = 24
const SEARCH = 46

/** A row's usual height in pixels: what is estimated badly moves what stands below it when it is laid out. */
export function rowHeight(row: Row): number {
  return FRAME + (hasContent(row) ? TEXT : 0) + (searchLink(row.post) ? SEARCH : 0)
}
