import * as v from 'valibot'

/** What the tables of the server's and of the build's variables check alike. Issues follow "must". */
export const text = (fits: (value: string) => boolean, rule: string) =>
  v.pipe(v.string(), v.check(fits, `be ${rule}`))

export const oneOf = <const T extends readonly string[]>(known: T) =>
  v.picklist(known, `be one of ${known.join(', ')}`)

export const list = (fits: (entry: string) => boolean, rule: string) =>
  v.pipe(
    v.string(),
    v.transform((value) => value.split(/[\s,]+/).filter((entry) => entry !== '')),
    v.array(
      v.pipe(
        v.string(),
        v.check(fits, ({ input }) => `hold ${rule}; "${input}" is none`),
      ),
    ),
  )

export const protocolOf = (value: string) => (URL.canParse(value) ? new URL(value).protocol : '')
/** A password would end up where nobody looks for one. `URL` lets stars, quotes and semicolons pass in a host, which would mean something in a policy or in HTML. */
export function isWebUrl(value: string): boolean {
  if (!['http:', 'https:'].includes(protocolOf(value))) return false
  const { host, username, password } = new URL(value)
  return /^[\w.:[\]-]+$/.test(host) && username === '' && password === ''
}
export const isOrigin = (value: string) => isWebUrl(value) && new URL(value).origin === value
/** Paths are our own. */
export const base = text(
  (value) => isOrigin(value.replace(/\/$/, '')),
  'an http(s) origin such as https://example.org, without a path and without a password',
)
