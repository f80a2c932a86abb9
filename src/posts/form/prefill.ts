import { parsePostUrl } from '../../../contract/PostUrl.ts'
import { withAdded } from './inputRows.ts'
import type { InputRows } from './inputRows.ts'
import { postUrlsIn, urlsIn } from './urlsIn.ts'

/** What a link or a share sheet brings: every `url`, and the URLs in `text` — its posts alone, where it has any. */
export function linkedUrls(search: URLSearchParams): string[] {
  const urls = search.getAll('url').map((url) => url.trim())
  const words = search.getAll('text').join('\n')
  const posts = postUrlsIn(words)
  return [...urls, ...(posts.length > 0 ? posts : urlsIn(words))].filter((url) => url !== '')
}

/** The rows with what was linked behind what is there already; a post that is listed is not listed again. */
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
