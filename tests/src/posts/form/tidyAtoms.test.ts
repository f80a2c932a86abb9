import { createStore } from 'jotai/vanilla'
import { beforeEach, expect, it } from 'vitest'
import { rowsWith, urlsOf } from '../../../../src/posts/form/rows.ts'
import {
  canUndoAtom,
  excessAtom,
  replaceRowsAtom,
  rowsAnnouncementAtom,
  rowsAtom,
  submitRefusalAtom,
  submitRowsAtom,
  tidyAtom,
  tidyingsAtom,
  typeRowAtom,
  undoTidyAtom,
} from '../../../../src/posts/form/rowsAtoms.ts'
import { text } from '../../../../src/text/ja.ts'
import { stubSessionStorage } from './sessionStorageStub.ts'

const post = (id: number) => `https://x.com/name/status/${id}`
let store: ReturnType<typeof createStore>

beforeEach(() => {
  store = createStore()
  stubSessionStorage('working')
})

const fill = (...urls: string[]) => store.set(replaceRowsAtom, rowsWith(urls), '')
const urls = () => urlsOf(store.get(rowsAtom))

it('offers nothing for one good row', () => {
  fill(post(1))
  expect(store.get(tidyingsAtom)).toEqual([])
  expect(store.get(canUndoAtom)).toBe(false)
})

it('keeps the first 200 of too many, without counting empty rows', () => {
  fill('', ...Array.from({ length: 203 }, (_, index) => post(index + 1)))
  expect(store.get(tidyingsAtom)).toEqual(['first', 'all'])
  store.set(tidyAtom, 'first')
  expect([urls().length, urls().at(0), urls().at(-1)]).toEqual([200, post(1), post(200)])
  expect(store.get(excessAtom)).toBe(0)
  expect(store.get(rowsAnnouncementAtom)).toBe(text.post.tidy.done(200))
})

it('takes out repeated posts and what is no post, and keeps the rest in order', () => {
  fill(post(2), 'hello', post(1), post(2), 'https://t.co/abc')
  expect(store.get(tidyingsAtom)).toEqual(['mistakes', 'all'])
  store.set(tidyAtom, 'mistakes')
  expect(urls()).toEqual([post(2), post(1)])
})

it('leaves one empty row when nothing is left', () => {
  fill('hello')
  store.set(tidyAtom, 'mistakes')
  expect(store.get(rowsAtom).map(({ value }) => value)).toEqual([''])
})

it('offers to clear all from three URLs on', () => {
  fill(post(1), '', post(2), ' ')
  expect(store.get(tidyingsAtom)).toEqual([])
  fill(post(1), '', post(2), post(3))
  expect(store.get(tidyingsAtom)).toEqual(['all'])
})

it('leaves out empty rows with the mistakes, and says how many are left', () => {
  fill('', post(1), ' ', 'hello', post(2))
  store.set(tidyAtom, 'mistakes')
  expect(store.get(rowsAtom).map(({ value }) => value)).toEqual([post(1), post(2)])
  expect(store.get(rowsAnnouncementAtom)).toBe(text.post.tidy.done(2))
})

it('says that none is left, and how many came back', () => {
  fill(post(1), '', post(2), post(3))
  store.set(tidyAtom, 'all')
  expect(store.get(rowsAnnouncementAtom)).toBe(text.post.tidy.done(0))
  expect(store.get(canUndoAtom)).toBe(true)
  store.set(undoTidyAtom)
  expect(store.get(rowsAnnouncementAtom)).toBe(text.post.tidy.done(3))
  expect(store.get(rowsAtom).map(({ value }) => value)).toEqual([post(1), '', post(2), post(3)])
  expect(store.get(canUndoAtom)).toBe(false)
})

it('has nothing to bring back before anything was tidied', () => {
  fill(post(1))
  store.set(undoTidyAtom)
  expect(urls()).toEqual([post(1)])
})

it('brings everything back until a row is edited', () => {
  fill(post(1), post(2), post(3))
  store.set(tidyAtom, 'all')
  expect(urls()).toEqual([])
  store.set(undoTidyAtom)
  expect(urls()).toEqual([post(1), post(2), post(3)])
  store.set(tidyAtom, 'all')
  store.set(typeRowAtom, store.get(rowsAtom)[0]?.id ?? 0, 'typed')
  expect(store.get(canUndoAtom)).toBe(false)
  store.set(undoTidyAtom)
  expect(urls()).toEqual(['typed'])
})

it('says at each submit that there is nothing to check, until something is typed', () => {
  expect(store.get(submitRefusalAtom).isEmpty).toBe(false)
  expect([store.set(submitRowsAtom), store.set(submitRowsAtom)]).toEqual([false, false])
  expect(store.get(submitRefusalAtom)).toEqual({ isEmpty: true, count: 2 })
  store.set(typeRowAtom, 0, ' ')
  expect(store.get(submitRefusalAtom).isEmpty).toBe(false)
})
