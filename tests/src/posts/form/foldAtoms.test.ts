import { createStore } from 'jotai/vanilla'
import { beforeEach, expect, it } from 'vitest'
import {
  addRowAtom,
  foldAtom,
  pasteRowAtom,
  removeRowAtom,
  rowsAtom,
  shownRowsAtom,
  toggleFoldAtom,
} from '../../../../src/posts/form/rowsAtoms.ts'

let store: ReturnType<typeof createStore>
const urls = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `https://x.com/a/status/${from + index}`)
const fill = (count: number) => store.set(pasteRowAtom, 0, urls(count).join('\n'))
const numbers = () => store.get(shownRowsAtom).rows.map(({ number }) => number)

beforeEach(() => {
  store = createStore()
})

it('leaves nine rows as they are', () => {
  fill(9)
  expect(store.get(foldAtom)).toBe('none')
  expect(numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(store.get(shownRowsAtom)).toMatchObject({ hidden: 0, hinted: 0 })
})

it('folds ten rows to the first three and the last', () => {
  fill(10)
  expect(store.get(foldAtom)).toBe('closed')
  expect(numbers()).toEqual([1, 2, 3, 10])
  expect(store.get(shownRowsAtom).hidden).toBe(6)
})

it('shows all when asked to, and folds them again', () => {
  fill(200)
  store.set(toggleFoldAtom)
  expect(store.get(foldAtom)).toBe('open')
  expect(numbers()).toHaveLength(200)
  expect(store.get(shownRowsAtom)).toMatchObject({ hidden: 0, hinted: 0 })
  store.set(toggleFoldAtom)
  expect(numbers()).toEqual([1, 2, 3, 200])
})

it('shows a new row, which takes the focus', () => {
  fill(10)
  store.set(addRowAtom)
  expect(numbers().at(-1)).toBe(11)
})

it('shows the row that the focus goes to, wherever it stands', () => {
  fill(20)
  store.set(toggleFoldAtom)
  store.set(removeRowAtom, store.get(rowsAtom)[6]?.id ?? 0)
  store.set(toggleFoldAtom)
  expect(numbers()).toEqual([1, 2, 3, 7, 19])
})

it('counts the hints of the rows that are folded away', () => {
  store.set(pasteRowAtom, 0, [...urls(4), 'https://x.com/a', ...urls(6, 50)].join('\n'))
  expect(store.get(shownRowsAtom).hinted).toBe(1)
  store.set(toggleFoldAtom)
  expect(store.get(shownRowsAtom).hinted).toBe(0)
})

it('counts no hint of a row that stays', () => {
  store.set(pasteRowAtom, 0, ['https://x.com/a', ...urls(10)].join('\n'))
  expect(store.get(shownRowsAtom)).toMatchObject({ hidden: 7, hinted: 0 })
})
