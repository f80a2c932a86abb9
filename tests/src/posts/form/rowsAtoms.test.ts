import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BATCH_MAX } from '../../../../contract/names.ts'
import {
  KEYS,
  addRowAtom,
  clearRowAtom,
  enterFormAtom,
  excessAtom,
  focusTakenAtom,
  focusedRowAtom,
  lastSentToAtom,
  pasteRowAtom,
  removeRowAtom,
  rowsAnnouncementAtom,
  rowsAtom,
  submitRefusalAtom,
  submitRowsAtom,
  typeRowAtom,
} from '../../../../src/posts/form/rowsAtoms.ts'
import { stubSessionStorage } from './sessionStorageStub.ts'

let store: ReturnType<typeof createStore>
let items: Map<string, string>
const values = () => store.get(rowsAtom).map((row) => row.value)
const idAt = (index: number) => store.get(rowsAtom)[index]?.id ?? Number.NaN
const postUrl = (id: number) => `https://x.com/a/status/${id}`

beforeEach(() => {
  store = createStore()
  items = stubSessionStorage('working')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('starts with one empty row, which cannot be removed', () => {
  store.set(removeRowAtom, idAt(0))
  expect(values()).toEqual([''])
})

it('moves the focus to an added row, and from a removed one to its neighbour', () => {
  store.set(addRowAtom)
  store.set(addRowAtom)
  expect(store.get(focusedRowAtom)).toBe(idAt(2))
  const next = idAt(2)
  store.set(removeRowAtom, idAt(1))
  expect(store.get(focusedRowAtom)).toBe(next)
  store.set(removeRowAtom, next)
  expect(store.get(focusedRowAtom)).toBe(idAt(0))
})

it('moves the focus from the last row to the one before it, and from the first to the next', () => {
  for (let count = 0; count < 3; count++) store.set(addRowAtom)
  store.set(removeRowAtom, idAt(3))
  expect(store.get(focusedRowAtom)).toBe(idAt(2))
  const second = idAt(1)
  store.set(removeRowAtom, idAt(0))
  expect([store.get(focusedRowAtom), values()]).toEqual([second, ['', '']])
})

it('knows where the focus was sent also after it arrived there, and sends it nowhere again', () => {
  expect([store.get(focusedRowAtom), store.get(lastSentToAtom)]).toEqual([null, null])
  store.set(addRowAtom)
  store.set(focusTakenAtom)
  expect([store.get(focusedRowAtom), store.get(lastSentToAtom)]).toEqual([null, idAt(1)])
})

it('types into the row that is meant', () => {
  store.set(addRowAtom)
  store.set(typeRowAtom, idAt(1), 'typed')
  expect(values()).toEqual(['', 'typed'])
  store.set(clearRowAtom, idAt(1))
  expect(values()).toEqual(['', ''])
})

it('spreads several URLs that are typed, as by a drop or a keyboard, and takes no post out of typed words', () => {
  store.set(typeRowAtom, idAt(0), `${postUrl(1)} ${postUrl(2)}`)
  expect(values()).toEqual([postUrl(1), postUrl(2)])
  store.set(typeRowAtom, idAt(0), `words ${postUrl(3)}`)
  expect(values()).toEqual([`words ${postUrl(3)}`, postUrl(2)])
})

it('clears a row and stays in it', () => {
  store.set(typeRowAtom, idAt(0), 'typed')
  store.set(clearRowAtom, idAt(0))
  expect(values()).toEqual([''])
  expect(store.get(focusedRowAtom)).toBe(idAt(0))
})

it('spreads several URLs over rows, says so, and goes to the last of them', () => {
  store.set(addRowAtom)
  expect(store.set(pasteRowAtom, idAt(0), `${postUrl(1)}\n${postUrl(2)}\n${postUrl(3)}`)).toBe(true)
  expect(values()).toEqual([postUrl(1), postUrl(2), postUrl(3)])
  expect(store.get(focusedRowAtom)).toBe(idAt(2))
  expect(store.get(rowsAnnouncementAtom)).toContain('3')
})

it('keeps the text around the caret', () => {
  store.set(pasteRowAtom, idAt(0), `${postUrl(1)} ${postUrl(2)}`, 'before', ' ')
  expect(values()).toEqual(['before', postUrl(1), postUrl(2)])
  store.set(pasteRowAtom, idAt(1), `${postUrl(3)} ${postUrl(4)}`, '', 'after')
  expect(values()).toEqual(['before', postUrl(3), postUrl(4), 'after', postUrl(2)])
})

it('goes to the last of the pasted rows, not to what stands behind it', () => {
  store.set(pasteRowAtom, idAt(0), `${postUrl(1)} ${postUrl(2)}`)
  store.set(pasteRowAtom, idAt(0), `${postUrl(3)} ${postUrl(4)}`, '', '')
  expect(values()).toEqual([postUrl(3), postUrl(4), postUrl(2)])
  expect(store.get(focusedRowAtom)).toBe(idAt(1))
  store.set(pasteRowAtom, idAt(1), `${postUrl(5)} ${postUrl(6)}`, '', ' ')
  expect(values()).toEqual([postUrl(3), postUrl(5), postUrl(6), postUrl(2)])
  expect(store.get(focusedRowAtom)).toBe(idAt(2))
})

it('leaves a single URL, or other text, to the field', () => {
  expect(store.set(pasteRowAtom, idAt(0), postUrl(1))).toBe(false)
  store.set(typeRowAtom, idAt(0), 'https://x.com/a and more')
  expect(values()).toEqual(['https://x.com/a and more'])
})

it('takes the one post out of pasted words, as apps share it, and not what stands around the caret', () => {
  const shared = `名前さん (@name) のポスト 「本文」 / X ${postUrl(1)}`
  expect(store.set(pasteRowAtom, idAt(0), shared, '', '')).toBe(true)
  expect(values()).toEqual([postUrl(1)])
  expect(store.set(pasteRowAtom, idAt(0), shared, 'before', '')).toBe(false)
  expect(store.set(pasteRowAtom, idAt(0), shared, '', 'after')).toBe(false)
  expect(store.set(pasteRowAtom, idAt(0), shared)).toBe(false)
  expect(store.set(pasteRowAtom, idAt(0), ` ${postUrl(1)}\n`, '', '')).toBe(false)
  expect(store.set(pasteRowAtom, idAt(0), '名前(@name)さん / X https://x.com/name', '', '')).toBe(false)
})

it('stores both lists on submit', () => {
  store.set(typeRowAtom, idAt(0), `  ${postUrl(1)} `)
  store.set(addRowAtom)
  expect(store.set(submitRowsAtom)).toBe(true)
  expect(JSON.parse(items.get(KEYS.urls) ?? '')).toEqual([postUrl(1)])
  expect(JSON.parse(items.get(KEYS.rows) ?? '')).toEqual(store.get(rowsAtom))
})

it('does nothing on submit when there is nothing to check', () => {
  store.set(typeRowAtom, idAt(0), ' 　\t')
  expect(store.set(submitRowsAtom)).toBe(false)
  expect(items.size).toBe(0)
  expect(store.get(submitRefusalAtom)).toEqual({ isEmpty: true, count: 1 })
})

it('restores the stored rows once, and removes them', () => {
  items.set(KEYS.rows, JSON.stringify([{ id: 9, value: 'kept' }]))
  store.set(enterFormAtom, new URLSearchParams())
  expect(values()).toEqual(['kept'])
  expect(items.has(KEYS.rows)).toBe(false)
  store.set(enterFormAtom, new URLSearchParams())
  expect(values()).toEqual(['kept'])
})

it('begins again without a focus and without what was announced, and keeps what is typed where nothing was stored', () => {
  store.set(pasteRowAtom, idAt(0), `${postUrl(1)} ${postUrl(2)}`)
  store.set(enterFormAtom, new URLSearchParams())
  expect(values()).toEqual([postUrl(1), postUrl(2)])
  expect([store.get(focusedRowAtom), store.get(rowsAnnouncementAtom)]).toEqual([null, ''])
})

it('adds what a link brings, to what was stored', () => {
  items.set(KEYS.rows, JSON.stringify([{ id: 9, value: postUrl(1) }]))
  const search = new URLSearchParams([
    ['url', postUrl(1)],
    ['url', postUrl(2)],
  ])
  store.set(enterFormAtom, search)
  expect(values()).toEqual([postUrl(1), postUrl(2)])
})

it('says how many URLs are too many for one check, and submits none of them', () => {
  const urls = Array.from({ length: BATCH_MAX }, (_, index) => postUrl(index + 1))
  store.set(pasteRowAtom, idAt(0), urls.join(' '))
  expect(store.get(excessAtom)).toBe(0)
  store.set(addRowAtom)
  store.set(typeRowAtom, idAt(BATCH_MAX), 'one more')
  expect(store.get(excessAtom)).toBe(1)
  expect(store.set(submitRowsAtom)).toBe(false)
  expect(items.size).toBe(0)
  // There is something to check: only too much of it.
  expect(store.get(submitRefusalAtom)).toEqual({ isEmpty: false, count: 1 })
  store.set(removeRowAtom, idAt(BATCH_MAX))
  expect(store.set(submitRowsAtom)).toBe(true)
})
