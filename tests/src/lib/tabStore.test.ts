import { afterEach, expect, it, vi } from 'vitest'
import { readFromTab, removeFromTab, storeInTab } from '../../../src/lib/tabStore.ts'
import { stubSessionStorage } from '../posts/form/sessionStorageStub.ts'
import type { StorageKind } from '../posts/form/sessionStorageStub.ts'

afterEach(() => {
  removeFromTab('rows')
  removeFromTab('urls')
  vi.unstubAllGlobals()
})

it.each<StorageKind>(['working', 'full', 'denied', 'absent'])(
  'a tab store saves, replaces and deletes each of two lists if the browser’s storage is %s',
  (kind) => {
    stubSessionStorage(kind)
    storeInTab('urls', ['a'])
    storeInTab('rows', [{ id: 1, value: 'a' }])
    storeInTab('urls', ['b'])
    expect(readFromTab('urls')).toEqual(['b'])
    expect(readFromTab('rows')).toEqual([{ id: 1, value: 'a' }])
    removeFromTab('urls')
    expect(readFromTab('urls')).toBeUndefined()
    expect(readFromTab('rows')).toBeDefined()
  },
)

it('a tab store removes the old value if the storage is full', () => {
  const items = stubSessionStorage('working')
  storeInTab('urls', ['old'])
  sessionStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  storeInTab('urls', ['new'])
  expect(items.has('urls')).toBe(false)
  expect(readFromTab('urls')).toEqual(['new'])
})

it('a tab store returns nothing for a value that is not JSON', () => {
  stubSessionStorage('working').set('urls', '[broken')
  expect(readFromTab('urls')).toBeUndefined()
})
