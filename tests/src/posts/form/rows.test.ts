import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createEmptyRows,
  hintsByRow,
  urlsInAddress,
  profileInAddress,
  urlsInRows,
  withMissingUrls,
  parseStoredRows,
  parseStoredUrls,
  spreadOverRows,
  withAddedRows,
  withoutRow,
} from '../../../../src/posts/form/rows.ts'
import type { InputRows } from '../../../../src/posts/form/rows.ts'

describe('inputRows', () => {
  afterEach(() => void vi.useRealTimers())

  const rows: InputRows = [
    { id: 1, value: 'a' },
    { id: 2, value: '' },
    { id: 3, value: 'c' },
  ]
  const values = (rows: InputRows) => rows.map((row) => row.value)
  const ids = (rows: InputRows) => rows.map((row) => row.id)

  it('the id of an added row is the time at which it was added, or one more than the largest id', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
    expect(ids(createEmptyRows())).toEqual([1000])
    expect(ids(withAddedRows([{ id: 0, value: '' }], ['a', 'b']))).toEqual([0, 1000, 1001])
    expect(ids(withAddedRows([{ id: 999, value: '' }], ['a']))).toEqual([999, 1000])
    expect(ids(withAddedRows([{ id: 1000, value: '' }], ['a']))).toEqual([1000, 1001])
    const ahead = [5000, 3].map((id) => ({ id, value: '' }))
    expect(ids(withAddedRows(ahead, ['a']))).toEqual([5000, 3, 5001])
  })

  it('removing a row keeps the ids of the others, and the only row is never removed', () => {
    expect(ids(withoutRow(rows, 2))).toEqual([1, 3])
    expect(ids(withoutRow(rows.slice(0, 2), 2))).toEqual([1])
    const only = [{ id: 1, value: 'a' }]
    expect(withoutRow(only, 1)).toBe(only)
  })

  it('pasted URLs fill the row they were pasted into and the empty rows after it, and are inserted before the next filled row', () => {
    const filled = spreadOverRows([...rows, { id: 4, value: ' ' }], 2, ['x', 'y', 'z'])
    expect(values(filled)).toEqual(['a', 'x', 'y', 'z', 'c'])
    expect(ids(filled).slice(0, 2)).toEqual([1, 2])
    expect(new Set(ids(filled)).size).toBe(5)
  })

  it.each([
    ['nothing', undefined],
    ['no rows', []],
    ['a missing value', [{ id: 1 }]],
    ['an id that is no whole number', [{ id: 1.5, value: '' }]],
    ['an id beyond what counts exactly', [{ id: 2 ** 53, value: '' }]],
    ['an object', { length: 1 }],
  ])('no rows and no URLs are read from storage that contains %s', (_, stored) => {
    expect(parseStoredRows(stored)).toBeNull()
    expect(parseStoredUrls(stored)).toBeNull()
  })

  it('stored URLs are read unchanged, and none of them if one is not a text', () => {
    expect(parseStoredUrls(['a', ''])).toEqual(['a', ''])
    expect(parseStoredUrls(['a', 5])).toBeNull()
  })

  it('rows that were stored with the same id get different ids', () => {
    const twice = parseStoredRows(['a', 'b'].map((value) => ({ id: 7, value })))
    expect(new Set(ids(twice ?? [])).size).toBe(2)
    expect(values(twice ?? [])).toEqual(['a', 'b'])
  })

  it('reading rows from any stored JSON never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        const read = parseStoredRows(stored)
        expect(read === null || read.length > 0).toBe(true)
        expect(parseStoredUrls(stored)?.length).not.toBe(0)
      }),
    )
  })
})

describe('prefill', () => {
  const A = 'https://x.com/a/status/1'
  const B = 'https://x.com/b/status/2'

  it.each([
    ['every url of a link, in order', `url=${A}&url=%20${B}%20&url=`, [A, B]],
    ['the posts of a shared text', `text=見て ${A}?s=46 https://example.com/`, [`${A}?s=46`]],
    ['other URLs only if there are no posts', 'text=https://example.com/', ['https://example.com/']],
    ['nothing of other words', 'text=hello', []],
    ['a link with punctuation behind it', `url=${A}」`, [A]],
    ['the words of several texts together', `text=見て ${A}&text=${B}&url=%20`, [A, B]],
  ])('a link to the form takes %s', (_, search, urls) => {
    expect(urlsInAddress(new URLSearchParams(search))).toEqual(urls)
  })

  it.each([
    ['the name of a profile', 'text=https://x.com/some_name?s=21', 'some_name'],
    ['the name of a profile in a link', 'url=https://x.com/some_name', 'some_name'],
    ['nothing of a post', `text=${A}`, null],
    ['nothing of two links', 'url=https://x.com/some_name&url=https://x.com/other', null],
    ['nothing of another site', 'text=https://example.com/some_name', null],
    ['nothing of an empty link', '', null],
  ])('the account check fills in its name from shared text: %s', (_, search, name) => {
    expect(profileInAddress(new URLSearchParams(search))).toBe(name)
  })

  it('the URLs of a link fill the empty row, or are added after the typed ones, each post once', () => {
    expect(withMissingUrls(createEmptyRows(), [A, B]).map((row) => row.value)).toEqual([A, B])
    const typed = [{ id: 5, value: `${A}?s=20` }]
    expect(withMissingUrls(typed, [A, B, B]).map((row) => row.value)).toEqual([`${A}?s=20`, B])
    expect(withMissingUrls(typed, [])).toBe(typed)
  })

  it('a line that is not a post is added once, and the empty rows before it are removed', () => {
    const typed = [
      { id: 5, value: 'hello' },
      { id: 6, value: ' ' },
    ]
    const rows = withMissingUrls(typed, ['hello ', 'world', ' world', A])
    expect(rows.map(({ value }) => value)).toEqual(['hello', 'world', A])
    expect(rows[0]?.id).toBe(5)
  })
})

describe('rowHint', () => {
  const rowsOf = (...values: string[]) => values.map((value, id) => ({ id, value }))

  it('a row is marked as duplicate if an earlier row has the same post in any spelling', () => {
    const hints = hintsByRow(
      rowsOf(
        'https://x.com/a/status/1',
        'twitter.com/other_name/status/1/photo/2?s=20',
        'https://x.com/a/status/2',
        ' https://x.com/i/web/status/1 ',
      ),
    )
    expect([...hints]).toEqual([
      [1, 'duplicate'],
      [3, 'duplicate'],
    ])
  })

  it.each([
    ['https://t.co/AbC123', 'shortLink'],
    ['https://x.com/some_name', 'account'],
    ['https://x.com/search?q=cat', 'notPost'],
    ['https://not-t.co/AbC123', 'elsewhere'],
    ['www.example.com', 'elsewhere'],
    ['@some_name', 'account'],
    ['名前（＠some_name）さん / X', 'account'],
    ['na@me', 'notPost'],
    ['some_name', 'notPost'],
    [' ＠some_name ', 'account'],
    ['@', 'notPost'],
    ['  https://t.co/AbC123', 'shortLink'],
    ['x.com/some_name/status/19800…', 'cut'],
    ['1980000000000000000', 'rounded'],
    ['1.98E+18', 'rounded'],
    ['１．９８Ｅ＋１８', 'rounded'],
  ] as const)('the hint for the row %s says what it seems to be', (value, hint) => {
    expect(hintsByRow(rowsOf(value)).get(0)).toBe(hint)
  })
})

it('each post is checked once, however its rows write it', () => {
  const rows = [
    'https://x.com/a/status/1',
    'https://twitter.com/a/status/1/photo/1',
    'ｘ．ｃｏｍ／ａ／ｓｔａｔｕｓ／２',
    '1980000000000000001',
    'https://x.com/i/status/1980000000000000001',
    'hello',
    ' ',
  ].map((value, id) => ({ id, value }))
  expect(urlsInRows(rows)).toEqual([
    'https://x.com/a/status/1',
    'x.com/a/status/2',
    'https://x.com/i/status/1980000000000000001',
    'hello',
  ])
})
