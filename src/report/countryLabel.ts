/** A label that names countries, in X's form `Name(CC|CC)`. */
export type CountryLabel = {
  name: string
  /** As X wrote them, in alphabetical order, each once. */
  codes: readonly string[]
}

const FORM = /^([^()]+)\(([^()]+)\)$/
const SEPARATOR = /[|,]/
/** Two letters for a country, three digits for a part of the world. */
const REGION = /^(?:[a-z]{2}|\d{3})$/i

/** Null where the label is of another form. */
export function countryLabelOf(label: string): CountryLabel | null {
  const [, name = '', list = ''] = FORM.exec(label) ?? []
  const codes = list
    .split(SEPARATOR)
    .map((code) => code.trim())
    .filter((code) => code !== '')
  return codes.length === 0 ? null : { name: name.trim(), codes: [...new Set(codes)].sort(byLetters) }
}

export function areRegions(codes: readonly string[]): boolean {
  return codes.every((code) => REGION.test(code))
}

/** The countries in Japanese; a code that the browser cannot name stays as X wrote it. */
export function countryNames(codes: readonly string[]): string {
  return codes.map(countryName).join('、')
}

function countryName(code: string): string {
  try {
    return new Intl.DisplayNames('ja', { type: 'region', fallback: 'none' }).of(code.toUpperCase()) ?? code
  } catch {
    // No code of any country, or a browser without these names.
    return code
  }
}

function byLetters(one: string, other: string): number {
  return one.toUpperCase() < other.toUpperCase() ? -1 : 1
}
