/** A post as its URL names it. `name` is null where the URL does not say whose post it is (`/i/status/…`). */
export type PostRef = { name: string | null; id: string }

/** Most URLs one batch may hold. */
export const BATCH_MAX = 200
/** Most characters of one URL: more than any browser's address of a post has. */
export const URL_MAX = 2048

/**
 * Matched as text and not parsed by `URL`, which would accept look-alikes (`x。com`, `x.com\@…`, `%2e`).
 */
const POST_URL =
  /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com\/(?:i(?:\/web)?|(\w{1,15}))\/status(?:es)?\/(\d{1,19})(?:\/(?:photo|video)\/\d+)?\/?(?:[?#]\S*)?$/i

/** The post that a typed URL points to, or null for anything that is no post URL. Surrounding white space is ignored. */
export function parsePostUrl(text: string): PostRef | null {
  const [, name, id = ''] = POST_URL.exec(text.trim()) ?? []
  if (!/[1-9]/.test(id)) return null
  return { name: name === undefined ? null : name, id }
}

/** The one way this product writes a post's URL. */
export function postUrlOf({ name, id }: PostRef): string {
  return `https://x.com/${name ?? 'i'}/status/${id}`
}
