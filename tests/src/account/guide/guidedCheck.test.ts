import { createStore } from 'jotai/vanilla'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BANS } from '../../../../contract/outcomes.ts'
import { keepGuide, keptGuide } from '../../../../src/account/guide/guide.ts'
import {
  GUIDE_KEY,
  closeGuideAtom,
  guideAtom,
  isGuideKept,
  moveGuideAtom,
  resumeGuideAtom,
  startGuideAtom,
} from '../../../../src/account/guide/guideAtoms.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

const GUIDE = { name: 'someone', bans: ['search_suggestion_ban', 'ghost_ban'], step: 1 } as const

describe('a guided check', () => {
  it('goes on and back by an item, from the first to behind the last', () => {
    const store = createStore()
    const steps = ([1, 1, 1, -1, -1, -1] as const).map((by, index) => {
      if (index === 0) store.set(startGuideAtom, GUIDE.name, GUIDE.bans)
      store.set(moveGuideAtom, by)
      return store.get(guideAtom)?.step
    })
    expect(steps).toEqual([1, 2, 2, 1, 0, 0])
    store.set(closeGuideAtom)
    store.set(moveGuideAtom, 1)
    expect(store.get(guideAtom)).toBeNull()
  })

  it('is of the account and the items it began with, and begins with the first', () => {
    const store = createStore()
    expect(store.get(guideAtom)).toBeNull()
    store.set(startGuideAtom, GUIDE.name, GUIDE.bans)
    expect(store.get(guideAtom)).toEqual({ ...GUIDE, step: 0 })
    store.set(moveGuideAtom, 1)
    expect(store.get(guideAtom)).toEqual(GUIDE)
    store.set(startGuideAtom, 'another', ['search_ban'])
    expect(store.get(guideAtom)).toEqual({ name: 'another', bans: ['search_ban'], step: 0 })
  })

  it('is not there where the tab has kept none', () => {
    const store = createStore()
    store.set(resumeGuideAtom, null)
    expect(store.get(guideAtom)).toBeNull()
  })

  it('is resumed where the tab left off, but not over one that is open', () => {
    const store = createStore()
    store.set(resumeGuideAtom, GUIDE)
    expect(store.get(guideAtom)).toEqual(GUIDE)
    store.set(resumeGuideAtom, { ...GUIDE, step: 0 })
    expect(store.get(guideAtom)?.step).toBe(1)
  })
})

describe('what the tab keeps of it', () => {
  it('comes back as it was, and is gone once the guide is closed', () => {
    keepGuide(GUIDE)
    expect([isGuideKept(), keptGuide()]).toEqual([true, GUIDE])
    keepGuide(null)
    expect([isGuideKept(), keptGuide()]).toEqual([false, null])
  })

  it('comes back where every item is asked for, and behind the last of them', () => {
    const whole = { name: 'someone', bans: BANS, step: BANS.length }
    keepGuide(whole)
    expect(keptGuide()).toEqual(whole)
  })

  it.each([
    'no JSON',
    '"words"',
    JSON.stringify({ ...GUIDE, name: 'no name!' }),
    JSON.stringify({ ...GUIDE, bans: [] }),
    JSON.stringify({ ...GUIDE, bans: ['ghost_ban', 'ghost_ban'] }),
    JSON.stringify({ ...GUIDE, bans: ['another_ban'] }),
    JSON.stringify({ ...GUIDE, step: 3 }),
    JSON.stringify({ ...GUIDE, step: -1 }),
    JSON.stringify({ ...GUIDE, step: 0.5 }),
  ])('is nothing where it is %s', (garbage) => {
    kept.set(GUIDE_KEY, garbage)
    expect(keptGuide()).toBeNull()
  })

  it('is nothing where storage is denied, without an error', () => {
    vi.stubGlobal('sessionStorage', {
      get getItem() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    keepGuide(GUIDE)
    expect([isGuideKept(), keptGuide()]).toEqual([false, null])
  })
})
