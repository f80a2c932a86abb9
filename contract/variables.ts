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

/** Beginnings such as `X_`: up to the first underscore of each name. */
const beginningsOf = (names: readonly string[]) =>
  new Set(names.flatMap((name) => /^[A-Z]+_/.exec(name)?.[0] ?? []))

/** Insertions, deletions and replacements of single letters that turn one text into the other (Levenshtein). */
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

/** In a short name two letters are too much: `PATH` and `HOME` are no misspelt `PORT` and `HOST`. */
const mostEdits = (name: string) => (name.length < 8 ? 1 : 2)

/** One sentence for each name that is set, is not one of `known`, and begins like one of them or differs from one by a letter or two. */
export function misspeltNames(set: readonly string[], known: readonly string[]): string[] {
  const beginnings = beginningsOf(known)
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
