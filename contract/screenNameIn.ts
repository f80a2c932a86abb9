const ON_X =
  /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com\/(?:#!\/)?@?(\w{1,15})(?:[/?#]\S*)?$/i
/** First parts of X's own pages, which are no names. */
const PAGES = new Set(['i', 'home', 'search', 'explore', 'settings', 'hashtag', 'intent', 'share', 'login'])

/**
 * The bare name in what people paste: `@name`, full-width letters, spaces around, the address of a profile or of a post.
 * What holds no name comes back as it was, without the spaces, for the rules of a name to judge.
 */
export function screenNameIn(typed: string): string {
  const plain = typed.normalize('NFKC').trim()
  const name = ON_X.exec(plain)?.[1]
  if (name !== undefined && !PAGES.has(name.toLowerCase())) return name
  return plain.replace(/^@\s*/, '')
}
