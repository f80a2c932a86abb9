import * as v from 'valibot'

/** Schemas that the tables of the server's and of the build's variables share. Each message continues "<variable> must". */
export const checkedText = (fits: (value: string) => boolean, rule: string) =>
  v.pipe(v.string(), v.check(fits, `be ${rule}`))

export const oneOf = <const T extends readonly string[]>(known: T) =>
  v.picklist(known, `be one of ${known.join(', ')}`)

export const checkedList = (fits: (entry: string) => boolean, rule: string) =>
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

/** Returns the protocol of a URL with its colon, such as `https:`; an empty text if the value is no URL. */
export const urlProtocol = (value: string) => (URL.canParse(value) ? new URL(value).protocol : '')
/**
 * Returns whether a value is an http(s) URL with a plain host and without a password, which would end up in places where nobody expects one.
 * `URL` also accepts stars, quotes and semicolons in a host: these have a meaning in a content policy and in HTML.
 */
export function isWebUrl(value: string): boolean {
  if (!['http:', 'https:'].includes(urlProtocol(value))) return false
  const { host, username, password } = new URL(value)
  return /^[\w.:[\]-]+$/.test(host) && username === '' && password === ''
}
export const isOrigin = (value: string) => isWebUrl(value) && new URL(value).origin === value
/** Must be a bare origin: we append our own paths. */
export const baseOrigin = checkedText(
  (value) => isOrigin(value.replace(/\/$/, '')),
  'an http(s) origin such as https://example.org, without a path and without a password',
)

/** Collects the beginnings of names, such as `X_`: each up to its first underscore. */
const collectBeginnings = (names: readonly string[]) =>
  new Set(names.flatMap((name) => /^[A-Z]+_/.exec(name)?.[0] ?? []))

/** Counts the insertions, deletions and replacements of single letters that turn one text into the other (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** Returns how many letters of a misspelt name may differ. In a short one, two are too many: `PATH` is not a misspelt `PORT`. */
const mostEdits = (name: string) => (name.length < 8 ? 1 : 2)

/** Writes one sentence for each name that is set but unknown, if it begins like a known one or differs from one by a letter or two. */
export function misspeltNames(set: readonly string[], known: readonly string[]): string[] {
  const beginnings = collectBeginnings(known)
  return set.flatMap((name) => {
    if (known.includes(name)) return []
    const [nearest] = known
      .map((right) => ({ right, edits: editDistance(name, right) }))
      .toSorted((one, other) => one.edits - other.edits)
    if (!nearest) return []
    const isNear = nearest.edits <= mostEdits(name)
    const [beginning = ''] = /^[A-Z]+_/.exec(name) ?? []
    if (!isNear && !beginnings.has(beginning)) return []
    return [`${name} is not a variable of this program and has no effect. Did you mean ${nearest.right}?`]
  })
}
