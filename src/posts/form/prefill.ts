import { parsePostUrl } from '../../../contract/PostUrl.ts'
import { withAdded } from './inputRows.ts'
import type { InputRows } from './inputRows.ts'
import { postUrlsIn, urlsIn } from './urlsIn.ts'

/** The URLs in a link or from a share sheet: every `url`, and those in `text` — only its post URLs, where it has any. */
export function linkedUrls(search: URLSearchParams): string[] {
  const urls = search.getAll('url').map((url) => url.trim())
  const words = search.getAll('text').join('\n')
  const posts = postUrlsIn(words)
  return [...urls, ...(posts.length > 0 ? posts : urlsIn(words))].filter((url) => url !== '')
}

/** The rows, followed by the linked URLs; a post that is listed already is not added. */
export function prefilled(rows: InputRows, urls: readonly string[]): InputRows {
  const listed = new Set(rows.map((row) => identity(row.value)))
  const missing: string[] = []
  for (const url of urls) {
    if (listed.has(identity(url))) continue
    listed.add(identity(url))
    missing.push(url)
  }
  if (missing.length === 0) return rows
  return withAdded(
    rows.filter((row) => row.value.trim() !== ''),
    missing,
  )
}

function identity(url: string): string {
  return parsePostUrl(url)?.id ?? url.trim()
}
