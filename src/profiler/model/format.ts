/** Writes no sign before a number that rounds to zero. Some supported browsers do not know `signDisplay: 'negative'` yet. */
function formatWith(options: Intl.NumberFormatOptions): (value: number) => string {
  const { format } = new Intl.NumberFormat('ja-JP', options)
  const zero = format(-0)
  return (value) => {
    const formatted = format(value)
    return formatted === zero ? format(0) : formatted
  }
}

export const formatWhole = formatWith({ maximumFractionDigits: 0 })
export const formatShort = formatWith({ notation: 'compact', maximumSignificantDigits: 3 })
/** Formats as `formatShort` does, with at most four decimal places: a share of 0.00000246 % has no meaning, and needs a wide column. */
export const formatShortRounded = (value: number): string => formatShort(Math.round(value * 1e4) / 1e4)
export const formatRatio = formatWith({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const significant = formatWith({ maximumSignificantDigits: 3 })

/** Formats with three significant digits; from 100 on, as a whole number: 0.0412, 3.21, 1,234. */
export const formatFigure = (value: number): string =>
  Math.abs(value) >= 100 ? formatWhole(value) : significant(value)

/** Returns a function that formats with the most decimal places that `formatFigure` gives one of the values; below 100, `least` or more. */
export function formatLike(values: readonly number[], least: number): (value: number) => string {
  const placesOf = (value: number) =>
    Math.abs(value) >= 100 ? 0 : Math.max(least, significant(value).split('.')[1]?.length ?? 0)
  const places = Math.max(0, ...values.map(placesOf))
  return formatWith({ minimumFractionDigits: places, maximumFractionDigits: places })
}

export const formatLikelihood = (pValue: number): string =>
  pValue < 0.0001 ? '< 0.0001' : `= ${formatFigure(pValue)}`

/** Reads a whole number as people type it, also in full-width digits and in groups of thousands (`10,000`). Null for anything else. */
export function parseWholeNumber(typed: string): number | null {
  const plain = typed.normalize('NFKC').trim()
  if (!/^(?:\d+|\d{1,3}(?:[,、 ]\d{3})+)$/.test(plain)) return null
  return Number(plain.replace(/\D/g, ''))
}
