import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KEYS, forget, keep, recall } from '../../../../src/posts/form/rowsAtoms.ts'
import { stubSessionStorage } from './sessionStorageStub.ts'
import type { StorageKind } from './sessionStorageStub.ts'

afterEach(() => {
  forget('rows')
  forget('urls')
  vi.unstubAllGlobals()
})

describe.each<StorageKind>(['working', 'full', 'denied', 'absent'])('a %s session store', (kind) => {
  beforeEach(() => void stubSessionStorage(kind))

  it('keeps, replaces and forgets both lists', () => {
    keep('urls', ['a'])
    keep('rows', [{ id: 1, value: 'a' }])
    keep('urls', ['b'])
    expect(recall('urls')).toEqual(['b'])
    expect(recall('rows')).toEqual([{ id: 1, value: 'a' }])
    forget('urls')
    expect(recall('urls')).toBeUndefined()
    expect(recall('rows')).toBeDefined()
  })
})

it('leaves no old value behind when the storage is full', () => {
  const items = stubSessionStorage('working')
  keep('urls', ['old'])
  sessionStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  keep('urls', ['new'])
  expect(items.has(KEYS.urls)).toBe(false)
  expect(recall('urls')).toEqual(['new'])
})

it('returns nothing for a value that is not JSON', () => {
  stubSessionStorage('working').set(KEYS.urls, '[broken')
  expect(recall('urls')).toBeUndefined()
})

it('knows nothing that was never kept', () => {
  stubSessionStorage('working')
  expect(recall('rows')).toBeUndefined()
})

it('keeps in the storage what it took at first and took again after it was full', () => {
  stubSessionStorage('full')
  keep('urls', ['old'])
  const items = stubSessionStorage('working')
  keep('urls', ['new'])
  expect(items.get(KEYS.urls)).toBe('["new"]')
  expect(recall('urls')).toEqual(['new'])
})

it('forgets what storage holds, and the other list not', () => {
  const items = stubSessionStorage('working')
  keep('urls', ['a'])
  keep('rows', ['b'])
  forget('urls')
  expect([...items]).toEqual([[KEYS.rows, '["b"]']])
})
