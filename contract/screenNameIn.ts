const ON_X =
  /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com\/(?:#!\/)?@?(\w{1,15})(?:[/?#]\S*)?$/i
/** How X titles an account's page, which phones copy along: 名前(@name)さん / X. */
const IN_TITLE = /\(@(\w{1,15})\)/
/** First path segments of X's own pages, which are not screen names. */
const PAGES = new Set(['i', 'home', 'search', 'explore', 'settings', 'hashtag', 'intent', 'share', 'login'])

/**
 * The screen name in a typed or pasted text: `@name`, full-width letters, spaces around, the URL of a profile or of a post,
 * the title of an account's page.
 * A text without a name is returned trimmed, for `screenNameFault` to judge.
 */
export function screenNameIn(typed: string): string {
  const plain = typed.normalize('NFKC').trim()
  const name = ON_X.exec(plain)?.[1]
  if (name !== undefined && !PAGES.has(name.toLowerCase())) return name
  return IN_TITLE.exec(plain)?.[1] ?? plain.replace(/^@\s*/, '')
}
