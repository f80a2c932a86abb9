const wholeFormat = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 0 })
const figureFormat = new Intl.NumberFormat('ja-JP', { maximumSignificantDigits: 3 })
const shortFormat = new Intl.NumberFormat('ja-JP', { notation: 'compact', maximumSignificantDigits: 3 })

export const whole = (value: number): string => wholeFormat.format(value)

/** Three significant digits, whole ones kept: 0.0412, 3.21, 1,234. */
export const figure = (value: number): string =>
  Math.abs(value) >= 100 ? whole(value) : figureFormat.format(value)

const ratioFormat = new Intl.NumberFormat('ja-JP', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const ratio = (value: number): string => ratioFormat.format(value)

export const short = (value: number): string => shortFormat.format(value)

export const likelihood = (pValue: number): string => (pValue < 0.0001 ? '< 0.0001' : `= ${figure(pValue)}`)
