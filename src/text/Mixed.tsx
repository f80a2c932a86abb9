import { createElement } from 'react'

/** English of several words, such as "Under the Hood". */
const ENGLISH = /([A-Z][A-Za-z]+(?: [A-Za-z]+)+)/

/** Running text in Japanese, in which English of several words is marked as such, for screen readers. */
export function Mixed({ children }: { children: string }) {
  const parts = children
    .split(ENGLISH)
    .map((part, index) => (index % 2 === 1 ? createElement('span', { lang: 'en' }, part) : part))
  return createElement('span', { key: children }, ...parts)
}
