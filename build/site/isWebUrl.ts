/**
 * Whether a value is an http(s) URL with a plain host. `URL` lets stars, quotes and semicolons pass in one, which would mean something in a
 * policy or in HTML.
 */
export function isWebUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, host } = new URL(value)
  return ['http:', 'https:'].includes(protocol) && /^[\w.:[\]-]+$/.test(host)
}
