import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BATCH_POSTS_MAX, URL_LENGTH_MAX } from '../../../../contract/names.ts'
import { rowsFromUrls, urlsInRows } from '../../../../src/posts/form/rows.ts'
import {
  addRowAtom,
  canUndoBulkActionAtom,
  enterFormAtom,
  excessUrlCountAtom,
  removeStoredRowsAtom,
  clearRowFocusAtom,
  focusedRowAtom,
  storeRowsAtom,
  leftOutSentenceAtom,
  pasteRowAtom,
  removeRowAtom,
  replaceRowsAtom,
  rowsAnnouncementAtom,
  rowsAtom,
  refusalCountAtom,
  rowHintsAtom,
  submitRowsAtom,
  applyBulkActionAtom,
  bulkActionsAtom,
  typeRowAtom,
  undoBulkActionAtom,
} from '../../../../src/posts/form/rowsAtoms.ts'
import { POST_STORAGE_KEYS } from '../../../../src/posts/keys.ts'
import { postFormText } from '../../../../src/text/postForm.ts'
import { waitFor } from '../../../waitFor.ts'
import { stubSessionStorage } from './sessionStorageStub.ts'

let store: ReturnType<typeof createStore>
let items: Map<string, string>
const postUrl = (id: number) => `https://x.com/a/status/${id}`
/** So many posts, from the one with the given id on. */
const postUrls = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => postUrl(from + index))
const fill = (...urls: string[]) => store.set(replaceRowsAtom, rowsFromUrls(urls), '')

beforeEach(() => {
  store = createStore()
  items = stubSessionStorage('working')
})
afterEach(() => void vi.unstubAllGlobals())

const values = () => store.get(rowsAtom).map((row) => row.value)
const idAt = (index: number) => store.get(rowsAtom)[index]?.id ?? Number.NaN

it('the focus moves to an added row, and from a removed one to its neighbour', () => {
  store.set(addRowAtom)
  store.set(addRowAtom)
  expect(store.get(focusedRowAtom)).toBe(idAt(2))
  const next = idAt(2)
  store.set(removeRowAtom, idAt(1))
  expect(store.get(focusedRowAtom)).toBe(next)
  store.set(removeRowAtom, next)
  expect(store.get(focusedRowAtom)).toBe(idAt(0))
  store.set(clearRowFocusAtom)
  expect(store.get(focusedRowAtom)).toBeNull()
})

it('several typed or dropped URLs are spread over rows, and a post within typed words is not extracted', () => {
  store.set(typeRowAtom, idAt(0), `${postUrl(1)} ${postUrl(2)}`)
  expect(values()).toEqual([postUrl(1), postUrl(2)])
  store.set(typeRowAtom, idAt(0), `words ${postUrl(3)}`)
  expect(values()).toEqual([`words ${postUrl(3)}`, postUrl(2)])
})

it('several pasted URLs are spread over rows, which is announced, and the focus goes to the last of them', () => {
  store.set(addRowAtom)
  expect(store.set(pasteRowAtom, idAt(0), `${postUrl(1)}\n${postUrl(2)}\n${postUrl(3)}`)).toBe(true)
  expect(values()).toEqual([postUrl(1), postUrl(2), postUrl(3)])
  expect(store.get(focusedRowAtom)).toBe(idAt(2))
  expect(store.get(rowsAnnouncementAtom)).toContain('3')
})

it('the text before and after the caret is kept when URLs are pasted', () => {
  store.set(pasteRowAtom, idAt(0), `${postUrl(1)} ${postUrl(2)}`, 'before', ' ')
  expect(values()).toEqual(['before', postUrl(1), postUrl(2)])
  store.set(pasteRowAtom, idAt(1), `${postUrl(3)} ${postUrl(4)}`, '', 'after')
  expect(values()).toEqual(['before', postUrl(3), postUrl(4), 'after', postUrl(2)])
})

it('a single pasted URL, or other text, is left to the field', () => {
  expect(store.set(pasteRowAtom, idAt(0), postUrl(1))).toBe(false)
  store.set(typeRowAtom, idAt(0), 'https://x.com/a and more')
  expect(values()).toEqual(['https://x.com/a and more'])
})

it('a post is extracted from pasted words, as apps share it, unless the field has other text', () => {
  const shared = `名前さん (@name) のポスト 「本文」 / X ${postUrl(1)}`
  expect(store.set(pasteRowAtom, idAt(0), shared, '', '')).toBe(true)
  expect(values()).toEqual([postUrl(1)])
  expect(store.set(pasteRowAtom, idAt(0), shared, 'before', '')).toBe(false)
  expect(store.set(pasteRowAtom, idAt(0), shared, '', 'after')).toBe(false)
  expect(store.set(pasteRowAtom, idAt(0), shared)).toBe(false)
  expect(store.set(pasteRowAtom, idAt(0), ` ${postUrl(1)}\n`, '', '')).toBe(false)
  expect(store.set(pasteRowAtom, idAt(0), '名前(@name)さん / X https://x.com/name', '', '')).toBe(false)
})

it('the post of a mirror is shown as one of X, typed or pasted', () => {
  store.set(typeRowAtom, idAt(0), 'https://fxtwitter.com/name/status/1')
  expect(values()).toEqual(['https://x.com/name/status/1'])
  expect(store.set(pasteRowAtom, idAt(0), 'https://nitter.net/name/status/2#m', '', '')).toBe(true)
  expect(values()).toEqual(['https://x.com/name/status/2'])
})

it('only the posts of a pasted table are taken, the number of other links is announced, and reset by the next list', () => {
  const table = `${postUrl(1)},"text https://t.co/AbC1"\n${postUrl(2)},"https://t.co/AbC2"`
  store.set(pasteRowAtom, idAt(0), table, '', '')
  expect(values()).toEqual([postUrl(1), postUrl(2)])
  expect(store.get(leftOutSentenceAtom)).toBe('ポストではないURL2件は除きました')
  expect(store.get(rowsAnnouncementAtom)).toBe('2件のURLを入力しました。ポストではないURL2件は除きました')
  store.set(replaceRowsAtom, store.get(rowsAtom), '')
  expect(store.get(leftOutSentenceAtom)).toBe('')
})

it('the only post of a pasted text is taken, and the other links are counted', () => {
  store.set(pasteRowAtom, idAt(0), `${postUrl(1)} https://t.co/AbC1`, '', '')
  expect(values()).toEqual([postUrl(1)])
  expect(store.get(leftOutSentenceAtom)).toBe('ポストではないURL1件は除きました')
})

it('a long paste is read in slices, and posts that other rows have are not added again', async () => {
  store.set(typeRowAtom, idAt(0), postUrl(7))
  store.set(addRowAtom)
  const list = [...postUrls(9), `https://twitter.com/a/status/9`].join(`\n${'あ'.repeat(5_000)}\n`)
  expect(store.set(pasteRowAtom, idAt(1), list, '', '')).toBe(true)
  const others = postUrls(9).filter((url) => url !== postUrl(7))
  await waitFor(() => expect(values()).toEqual([postUrl(7), ...others]))
})

it('the beginning of a long text without a link stays in the field, which says that it is no post', async () => {
  const long = 'あ'.repeat(20_000)
  store.set(pasteRowAtom, idAt(0), long, 'before ', '')
  await waitFor(() => expect(values()).toEqual([`before ${long}`.slice(0, URL_LENGTH_MAX)]))
  expect(store.get(rowHintsAtom).get(idAt(0))).toBe('notPost')
})

it('the only link of a long text is taken, also if the field has other text', async () => {
  store.set(pasteRowAtom, idAt(0), `${'あ'.repeat(20_000)} https://t.co/AbC1`, '', '')
  await waitFor(() => expect(values()).toEqual(['https://t.co/AbC1']))
  store.set(pasteRowAtom, idAt(0), `${'あ'.repeat(20_000)} ${postUrl(1)}`, 'https://t.co/AbC1 ', '')
  await waitFor(() => expect(values()).toEqual(['https://t.co/AbC1 ', postUrl(1)]))
})

it('submitting the form stores the rows and the URLs to check', () => {
  store.set(typeRowAtom, idAt(0), `  ${postUrl(1)} `)
  store.set(addRowAtom)
  expect(store.set(submitRowsAtom)).toBe(true)
  expect(JSON.parse(items.get(POST_STORAGE_KEYS.urls) ?? '')).toEqual([postUrl(1)])
  expect(JSON.parse(items.get(POST_STORAGE_KEYS.rows) ?? '')).toEqual(store.get(rowsAtom))
})

it('submitting an empty form stores nothing, shows no message and focuses the first row', () => {
  store.set(addRowAtom)
  store.set(typeRowAtom, idAt(0), ' 　\t')
  expect(store.set(submitRowsAtom)).toBe(false)
  expect(items.size).toBe(0)
  expect(store.get(refusalCountAtom)).toBe(0)
  expect(store.get(focusedRowAtom)).toBe(idAt(0))
})

it('entering the form again clears the focus and the announcement, and keeps what is typed if nothing was stored', () => {
  store.set(pasteRowAtom, idAt(0), `${postUrl(1)} ${postUrl(2)}`)
  store.set(enterFormAtom, new URLSearchParams())
  expect(values()).toEqual([postUrl(1), postUrl(2)])
  expect([store.get(focusedRowAtom), store.get(rowsAnnouncementAtom)]).toEqual([null, ''])
})

it('the form says by how many the URLs exceed one check, and does not submit them', () => {
  store.set(pasteRowAtom, idAt(0), postUrls(BATCH_POSTS_MAX).join(' '))
  expect(store.get(excessUrlCountAtom)).toBe(0)
  store.set(addRowAtom)
  store.set(typeRowAtom, idAt(BATCH_POSTS_MAX), 'one more')
  expect(store.get(excessUrlCountAtom)).toBe(1)
  expect(store.set(submitRowsAtom)).toBe(false)
  expect(items.size).toBe(0)
  expect(store.get(refusalCountAtom)).toBe(1)
  store.set(removeRowAtom, idAt(BATCH_POSTS_MAX))
  expect(store.set(submitRowsAtom)).toBe(true)
})

const urls = () => urlsInRows(store.get(rowsAtom))
const offered = () => store.get(bulkActionsAtom).map(({ kind }) => kind)
const tidy = (wanted: string) =>
  store.set(applyBulkActionAtom, store.get(bulkActionsAtom).find(({ kind }) => kind === wanted)?.rows ?? [])

it('the form offers to keep the first 200 of too many URLs, without counting empty rows', () => {
  fill('', ...postUrls(203))
  expect(offered()).toEqual(['first', 'all'])
  tidy('first')
  expect([urls().length, urls().at(0), urls().at(-1)]).toEqual([200, postUrl(1), postUrl(200)])
  expect(store.get(excessUrlCountAtom)).toBe(0)
  expect(store.get(rowsAnnouncementAtom)).toBe(postFormText.tidy.done(200))
})

it('the form offers to remove duplicates and lines that are not posts, and keeps the rest in order', () => {
  fill(postUrl(2), 'hello', postUrl(1), postUrl(2), 'https://t.co/abc')
  expect(offered()).toEqual(['mistakes', 'all'])
  tidy('mistakes')
  expect(urls()).toEqual([postUrl(2), postUrl(1)])
})

it('the form offers to clear all rows if there are at least three URLs', () => {
  fill(postUrl(1), '', postUrl(2), ' ')
  expect(offered()).toEqual([])
  fill(postUrl(1), '', postUrl(2), postUrl(3))
  expect(offered()).toEqual(['all'])
})

it('clearing all rows is announced, and can be undone until a row is edited', () => {
  fill(postUrl(1), '', postUrl(2), postUrl(3))
  tidy('all')
  expect([urls(), store.get(canUndoBulkActionAtom)]).toEqual([[], true])
  expect(store.get(rowsAnnouncementAtom)).toBe(postFormText.tidy.done(0))
  store.set(undoBulkActionAtom)
  expect(store.get(rowsAnnouncementAtom)).toBe(postFormText.tidy.done(3))
  expect(store.get(rowsAtom).map(({ value }) => value)).toEqual([postUrl(1), '', postUrl(2), postUrl(3)])
  expect(store.get(canUndoBulkActionAtom)).toBe(false)
  tidy('all')
  store.set(typeRowAtom, store.get(rowsAtom)[0]?.id ?? 0, 'typed')
  expect(store.get(canUndoBulkActionAtom)).toBe(false)
  store.set(undoBulkActionAtom)
  expect(urls()).toEqual(['typed'])
})

it('posts that are shared into the app are added once to what was typed before the page was reloaded', () => {
  const typed = ['https://x.com/a/status/1', 'https://x.com/a/status/2', 'https://x.com/a/status/3']
  const before = createStore()
  before.set(replaceRowsAtom, rowsFromUrls(typed), '')
  before.set(storeRowsAtom)
  const after = createStore()
  after.set(enterFormAtom, new URLSearchParams({ text: 'https://x.com/b/status/4' }))
  expect(urlsInRows(after.get(rowsAtom))).toEqual([...typed, 'https://x.com/b/status/4'])
  expect(items.has(POST_STORAGE_KEYS.rows)).toBe(false)
})

it('the rows that were stored for a new document are deleted if the old document returns', () => {
  const store = createStore()
  store.set(replaceRowsAtom, rowsFromUrls(['https://x.com/a/status/1']), '')
  store.set(storeRowsAtom)
  store.set(removeStoredRowsAtom)
  const other = createStore()
  other.set(enterFormAtom, new URLSearchParams())
  expect(urlsInRows(other.get(rowsAtom))).toEqual([])
})
