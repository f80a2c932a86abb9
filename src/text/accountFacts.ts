import { formatDay } from './japanese.ts'
import { COPYRIGHT_CODE, EVERYWHERE_CODE, countryName } from './result.ts'

const NAMED_COUNTRIES_MAX = 5
/** Ends a sentence that repeats what X says. */
export const FROM_X = '（Xの情報）。'

/** Says in one sentence in which countries X withholds an account or a post; null if in none. `codes` are ISO 3166 codes, or X's own. Japan comes first. */
export function withheldSentence(codes: readonly string[]): string | null {
  if (codes.includes(EVERYWHERE_CODE)) return `すべての国で表示が制限されています${FROM_X}`
  const countries = [...new Set(codes)].filter((code) => /^[A-Z]{2}$/.test(code) && code !== COPYRIGHT_CODE)
  if (countries.length > 0) return `${listCountries(countries)}では表示が制限されています${FROM_X}`
  return codes.includes(COPYRIGHT_CODE) ? `著作権の申し立てにより、表示が制限されています${FROM_X}` : null
}

function listCountries(countries: string[]): string {
  const ordered = countries.sort((a, b) => Number(b === 'JP') - Number(a === 'JP'))
  const rest = ordered.length - NAMED_COUNTRIES_MAX
  const named = ordered.slice(0, NAMED_COUNTRIES_MAX).map(countryName)
  return `${named.join('、')}${rest > 0 ? `ほか${rest}か国` : ''}`
}

const IN_JAPAN = new Set(['JP', EVERYWHERE_CODE])

export const isWithheldInJapan = (codes: readonly string[]) => codes.some((code) => IN_JAPAN.has(code))

/** Says the same shortly, because a post on X has little room. */
export function withheldShared(codes: readonly string[]): string | null {
  if (withheldSentence(codes) === null) return null
  return isWithheldInJapan(codes) ? '🚫 日本で表示制限' : '🚫 表示の制限あり'
}

export const accountFactHeads = { withheld: '国による表示制限', created: 'アカウント作成' }

export const createdSentence = (created: number) => `アカウントの作成：${formatDay(created)}（Xの情報）`
export const newAccountSentence = (days: number) =>
  `作成から${days}日のアカウントです。新しいアカウントのポストは、検索に出るまで日数がかかることがあります。`
