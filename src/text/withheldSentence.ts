/** X's own codes that are no countries: everywhere, and after a complaint about copyright. */
const EVERYWHERE = 'XX'
const COPYRIGHT = 'XY'

/** Countries that are named; the rest is counted. */
const NAMED_MAX = 5

/** Where X withholds an account, in one sentence; null where it does not. `codes` are ISO 3166 codes, or X's own. Japan comes first. */
export function withheldSentence(codes: readonly string[]): string | null {
  if (codes.includes(EVERYWHERE)) return 'すべての国で表示が制限されています（Xの情報）。'
  const countries = [...new Set(codes)].filter((code) => /^[A-Z]{2}$/.test(code) && code !== COPYRIGHT)
  if (countries.length > 0) return sentence(listed(countries))
  return codes.includes(COPYRIGHT) ? '著作権の申し立てにより、表示が制限されています（Xの情報）。' : null
}

function sentence(place: string): string {
  return `${place}では表示が制限されています（Xの情報）。`
}

function listed(countries: string[]): string {
  const names = new Intl.DisplayNames('ja', { type: 'region' })
  const ordered = countries.sort((a, b) => Number(b === 'JP') - Number(a === 'JP'))
  const rest = ordered.length - NAMED_MAX
  const named = ordered.slice(0, NAMED_MAX).map((code) => names.of(code) ?? code)
  return `${named.join('、')}${rest > 0 ? `ほか${rest}か国` : ''}`
}
