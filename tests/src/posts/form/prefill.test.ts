import { expect, it } from 'vitest'
import { START, linkedUrls, prefilled } from '../../../../src/posts/form/rows.ts'

const linked = (search: string) => linkedUrls(new URLSearchParams(search))
const A = 'https://x.com/a/status/1'
const B = 'https://x.com/b/status/2'

it('takes every url of a link, in order', () => {
  expect(linked(`url=${A}&url=%20${B}%20&url=`)).toEqual([A, B])
})

it('takes the posts out of a shared text, and other URLs only where there are no posts', () => {
  const shared = new URLSearchParams({ text: `見てください ${A}?s=46&t=abc https://example.com/` })
  expect(linkedUrls(shared)).toEqual([`${A}?s=46&t=abc`])
  expect(linked('text=https://example.com/')).toEqual(['https://example.com/'])
  expect(linked('text=hello')).toEqual([])
})

it('passes on what is not a URL, which the server then reports', () => {
  expect(linked('url=hello')).toEqual(['hello'])
})

it('fills the empty row, and puts links behind what is typed, each post once', () => {
  expect(prefilled(START, [A, B]).map((row) => row.value)).toEqual([A, B])
  const typed = [{ id: 5, value: `${A}?s=20` }]
  expect(prefilled(typed, [A, B, B]).map((row) => row.value)).toEqual([`${A}?s=20`, B])
  expect(prefilled(typed, [])).toBe(typed)
})

it('puts the words of several texts of a link together', () => {
  expect(
    linkedUrls(
      new URLSearchParams([
        ['text', `見て ${A}`],
        ['text', B],
        ['url', ' '],
      ]),
    ),
  ).toEqual([A, B])
})

it('leaves the rows alone where every linked post is listed, however it is written', () => {
  const typed = [
    { id: 5, value: ` ${A} ` },
    { id: 6, value: '' },
  ]
  expect(prefilled(typed, ['twitter.com/other/status/1?s=20'])).toBe(typed)
})

it('adds what is no post once, and drops the empty rows before it', () => {
  const typed = [
    { id: 5, value: 'hello' },
    { id: 6, value: ' ' },
  ]
  const rows = prefilled(typed, ['hello ', 'world', ' world', A])
  expect(rows.map(({ value }) => value)).toEqual(['hello', 'world', A])
  expect(rows[0]?.id).toBe(5)
})
