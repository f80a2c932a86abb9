import { createStore } from 'jotai/vanilla'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { restoredNameAtom } from '../../../../src/account/accountAtoms.ts'
import { storedGuide } from '../../../../src/account/guide/guide.ts'
import {
  GUIDE_KEY,
  closeGuideAtom,
  guideAtom,
  isGuideStored,
  moveGuideAtom,
  nextItemAtom,
  openGuideAtom,
  resumeGuideAtom,
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

const BANS_ASKED = ['search_suggestion_ban', 'ghost_ban'] as const
const GUIDE = { name: 'someone', bans: BANS_ASKED, step: 1, isOpen: true } as const

/** A page on which the answer of an account is shown again. */
function pageOf(name: string) {
  const store = createStore()
  store.set(restoredNameAtom, name)
  return store
}

describe('a guided check', () => {
  it('goes on and back by an item, from the first to behind the last', () => {
    const store = pageOf('someone')
    store.set(openGuideAtom, 'someone', BANS_ASKED, 0)
    const steps = ([1, 1, 1, -1, -1, -1] as const).map((by) => {
      store.set(moveGuideAtom, by)
      return store.get(guideAtom)?.step
    })
    expect(steps).toEqual([1, 2, 2, 1, 0, 0])
  })

  it('is never over the form or the answer of another account, and waits for its own', () => {
    const store = pageOf('someone')
    store.set(openGuideAtom, 'someone', BANS_ASKED, 1)
    store.set(restoredNameAtom, 'another')
    expect(store.get(guideAtom)).toBeNull()
    store.set(moveGuideAtom, 1)
    store.set(restoredNameAtom, null)
    expect(store.get(guideAtom)).toBeNull()
    store.set(restoredNameAtom, 'someone')
    expect(store.get(guideAtom)).toEqual(GUIDE)
  })

  it('goes on where it was closed', () => {
    const store = pageOf('someone')
    store.set(openGuideAtom, 'someone', BANS_ASKED, 1)
    store.set(closeGuideAtom)
    expect(store.get(guideAtom)?.isOpen).toBe(false)
    expect(store.get(nextItemAtom)(BANS_ASKED, () => false)).toBe(1)
  })

  it('begins with the first item without an answer, so that none is overwritten by going on', () => {
    const next = pageOf('someone').get(nextItemAtom)
    expect(next(BANS_ASKED, () => false)).toBe(0)
    expect(next(BANS_ASKED, (ban) => ban === 'search_suggestion_ban')).toBe(1)
    expect(next(BANS_ASKED, () => true)).toBe(0)
  })

  it('is resumed where the tab left off, but not over one that is there', () => {
    const store = pageOf('someone')
    store.set(resumeGuideAtom, null)
    expect(store.get(guideAtom)).toBeNull()
    store.set(resumeGuideAtom, GUIDE)
    expect(store.get(guideAtom)).toEqual(GUIDE)
    store.set(resumeGuideAtom, { ...GUIDE, step: 0 })
    expect(store.get(guideAtom)?.step).toBe(1)
  })
})

describe('what the tab keeps of it', () => {
  it('comes back as it was, closed or behind the last item too', () => {
    const store = pageOf('someone')
    store.set(openGuideAtom, 'someone', BANS_ASKED, 1)
    expect([isGuideStored(), storedGuide()]).toEqual([true, GUIDE])
    store.set(moveGuideAtom, 1)
    store.set(closeGuideAtom)
    expect(storedGuide()).toEqual({ ...GUIDE, step: 2, isOpen: false })
  })

  it('is open where an older page kept it', () => {
    const { isOpen: _, ...old } = GUIDE
    kept.set(GUIDE_KEY, JSON.stringify(old))
    expect(storedGuide()).toEqual(GUIDE)
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
    expect(storedGuide()).toBeNull()
  })

  it('is nothing where storage is denied, without an error', () => {
    vi.stubGlobal('sessionStorage', {
      get getItem() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    const store = pageOf('someone')
    store.set(openGuideAtom, 'someone', BANS_ASKED, 1)
    expect(store.get(guideAtom)).toEqual(GUIDE)
    expect([isGuideStored(), storedGuide()]).toEqual([false, null])
  })
})
