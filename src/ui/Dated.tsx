import { createElement, Fragment } from 'react'

/** The units of a date and of a time, as `formatTime` writes them, with their brackets, which would else stand alone on a line. */
const UNITS = /(（?(?:\d{4}年)?\d{1,2}月(?:\d{1,2}日)?）?|\d{1,2}時\d{2}分(?:\d{2}秒)?）?)/

/** A sentence with dates in it, which then never break inside a unit. */
export function Dated({ children }: { children: string }) {
  // Every other part is a match.
  const parts = children
    .split(UNITS)
    .map((part, index) => (index % 2 === 1 ? createElement('span', { className: 'unbroken' }, part) : part))
  return createElement(Fragment, null, ...parts)
}
