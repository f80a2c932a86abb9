import type { AccountFacts } from '../../contract/evidence.ts'
import { COPYRIGHT_CODE, EVERYWHERE_CODE, countryName } from './result.ts'

/** How one place says a fact; null if the place leaves it out, or has nothing to say. */
type Say<Value> = ((value: Value) => string | null) | null
/** How each place that shows a stored check says one fact. `column`: in the CSV file of the log. */
export type FactTexts<Value> = {
  page: Say<Value>
  restored: Say<Value>
  log: Say<Value>
  picture: Say<Value>
  shared: Say<Value>
  column: { head: string; cell: (value: Value) => string | number | null }
}

const everywhere = <Value>(say: (value: Value) => string | null) => ({
  page: say,
  restored: say,
  log: say,
  picture: say,
})

const NAMED_COUNTRIES_MAX = 5

/** Says in one sentence in which countries X withholds an account; null if in none. `codes` are ISO 3166 codes, or X's own. Japan comes first. */
export function withheldSentence(codes: readonly string[]): string | null {
  if (codes.includes(EVERYWHERE_CODE)) return 'すべての国で表示が制限されています（Xの情報）。'
  const countries = [...new Set(codes)].filter((code) => /^[A-Z]{2}$/.test(code) && code !== COPYRIGHT_CODE)
  if (countries.length > 0) return `${listCountries(countries)}では表示が制限されています（Xの情報）。`
  return codes.includes(COPYRIGHT_CODE) ? '著作権の申し立てにより、表示が制限されています（Xの情報）。' : null
}

function listCountries(countries: string[]): string {
  const ordered = countries.sort((a, b) => Number(b === 'JP') - Number(a === 'JP'))
  const rest = ordered.length - NAMED_COUNTRIES_MAX
  const named = ordered.slice(0, NAMED_COUNTRIES_MAX).map(countryName)
  return `${named.join('、')}${rest > 0 ? `ほか${rest}か国` : ''}`
}

const IN_JAPAN = new Set(['JP', EVERYWHERE_CODE])

/** One row for each fact that X tells of an account: where it is shown, and in which words. */
export const factTexts: { [Fact in keyof AccountFacts]: FactTexts<NonNullable<AccountFacts[Fact]>> } = {
  withheld: {
    ...everywhere(withheldSentence),
    // It is short, because a post on X has little room.
    shared: (codes) => {
      if (withheldSentence(codes) === null) return null
      return codes.some((code) => IN_JAPAN.has(code)) ? '🚫 日本で表示制限' : '🚫 表示の制限あり'
    },
    column: { head: '国による表示制限', cell: withheldSentence },
  },
}
