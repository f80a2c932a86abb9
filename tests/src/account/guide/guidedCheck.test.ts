import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { restoredNameAtom } from '../../../../src/account/historyEntry.ts'
import { friendUrl, readFriendUrl, storedGuide } from '../../../../src/account/guide/GuidedCheck.tsx'
import {
  GUIDE_KEY,
  closeGuideAtom,
  guideAtom,
  isGuideStored,
  moveGuideAtom,
  openGuideAtom,
  resumeGuideAtom,
} from '../../../../src/account/guide/guideAtoms.ts'
import { enterOwnMonthAtom, ownMonthAtom } from '../../../../src/account/BanList.tsx'
import {
  monthsAtoms,
  nameMonthsAtom,
  readTextAtom,
  storeShownReportsAtom,
} from '../../../../src/report/reportAtoms.ts'
import { sampleReport } from '../../../../src/report/summary.ts'
import { emptyDevice } from '../../log/deviceLog.ts'
import { stubSessionStorage } from '../../posts/form/sessionStorageStub.ts'

let kept: Map<string, string>
beforeEach(() => void (kept = stubSessionStorage('working')))

const NONE = () => false
const BANS_ASKED = ['search_suggestion_ban', 'ghost_ban'] as const
const GUIDE = { name: 'someone', bans: BANS_ASKED, step: 1, isOpen: true } as const

/** A page on which the answer of the account is shown again. */
function page() {
  const store = createStore()
  store.set(restoredNameAtom, 'someone')
  return store
}

/** The same with its guide open at the second item. */
function pageWithGuide() {
  const store = page()
  store.set(openGuideAtom, 'someone', BANS_ASKED, (ban) => ban === 'search_suggestion_ban')
  return store
}

describe('a guided check', () => {
  it('goes on and back by an item, from the first to behind the last', () => {
    const store = page()
    store.set(openGuideAtom, 'someone', BANS_ASKED, NONE)
    const steps = ([1, 1, 1, -1, -1, -1] as const).map((by) => {
      store.set(moveGuideAtom, by)
      return store.get(guideAtom)?.step
    })
    expect(steps).toEqual([1, 2, 2, 1, 0, 0])
  })

  it('is never over the form or the answer of another account, and waits for its own', () => {
    const store = pageWithGuide()
    store.set(restoredNameAtom, 'another')
    expect(store.get(guideAtom)).toBeNull()
    store.set(moveGuideAtom, 1)
    store.set(restoredNameAtom, null)
    expect(store.get(guideAtom)).toBeNull()
    store.set(restoredNameAtom, 'someone')
    expect(store.get(guideAtom)).toEqual(GUIDE)
  })

  it('goes on where it was closed, and not among other items', () => {
    const store = pageWithGuide()
    store.set(closeGuideAtom)
    expect(store.get(guideAtom)?.isOpen).toBe(false)
    store.set(openGuideAtom, 'someone', BANS_ASKED, NONE)
    expect(store.get(guideAtom)).toEqual(GUIDE)
    store.set(openGuideAtom, 'someone', ['search_ban', 'ghost_ban'], NONE)
    expect(store.get(guideAtom)?.step).toBe(0)
  })

  it.each([
    [() => false, 0],
    [(ban: string) => ban === 'search_suggestion_ban', 1],
    [() => true, 0],
  ])('begins with the first item without an answer, so that none is overwritten: %s', (answered, step) => {
    const store = page()
    store.set(openGuideAtom, 'someone', BANS_ASKED, answered)
    expect(store.get(guideAtom)?.step).toBe(step)
  })

  it('is resumed where the tab left off, but not over one that is there', () => {
    const store = page()
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
    const store = pageWithGuide()
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

  it('lasts as long as the page where storage is denied, and a friend’s link is read there', () => {
    stubSessionStorage('denied')
    vi.stubGlobal('location', { search: '?screen_name=some_one&guide=ghost_ban' })
    expect([isGuideStored(), storedGuide()]).toEqual([true, null])
    vi.stubGlobal('location', { search: '' })
    expect(isGuideStored()).toBe(false)
    pageWithGuide()
    expect([isGuideStored(), storedGuide()]).toEqual([true, GUIDE])
  })
})

describe('the address for a friend', () => {
  afterEach(() => void vi.unstubAllGlobals())

  const ASKED = { name: 'some_one', bans: ['search_ban', 'ghost_ban'] as const }

  it('asks a friend for what the link was made for', () => {
    vi.stubGlobal('location', new URL('https://checker.example/'))
    expect(readFriendUrl(new URL(friendUrl(ASKED)).search)).toEqual(ASKED)
  })

  it.each([
    '?screen_name=some_one',
    '?guide=search_ban',
    '?screen_name=<b>&guide=search_ban',
    '?screen_name=some_one&guide=',
    '?screen_name=some_one&guide=search_ban.everything',
    `?screen_name=some_one&guide=${'search_ban.'.repeat(9)}search_ban`,
  ])('asks for nothing where the address holds anything else: %s', (search) => {
    expect(readFriendUrl(search)).toBeNull()
  })
})

describe('the own month of the Community Notes report', () => {
  let store = createStore()
  beforeEach(() => {
    emptyDevice()
    store = createStore()
  })

  async function own(name: string) {
    await store.set(enterOwnMonthAtom, name)
    return store.get(ownMonthAtom)(name)
  }

  it('shows nothing of a report that was not kept, or is nobody’s', async () => {
    await store.set(readTextAtom, sampleReport)
    expect(await own('someone')).toBeNull()
    await store.set(monthsAtoms.toggleAtom, true)
    expect(await own('someone')).toBeNull()
  })

  it('shows the newest month beside the items of the account that the visitor says is theirs, and of no other', async () => {
    await store.set(monthsAtoms.toggleAtom, true)
    await store.set(readTextAtom, sampleReport)
    expect(await store.set(nameMonthsAtom, '@Someone')).toBe(true)
    expect(await own('sOMEONE')).toEqual({
      month: '2026年7月',
      kinds: { search_suggestion_ban: 1, search_ban: 3, ghost_ban: 2, reply_deboosting: 0 },
    })
    expect(await own('other')).toBeNull()
    expect(store.get(ownMonthAtom)('someone')).toBeNull()

    await store.set(readTextAtom, sampleReport.replaceAll('2026-07', '2026-08'))
    expect(await own('someone')).toMatchObject({ month: '2026年8月' })
  })

  it('forgets the account where the visitor takes it back, deletes the months, or types no name', async () => {
    await store.set(monthsAtoms.toggleAtom, true)
    await store.set(readTextAtom, sampleReport)
    expect(await store.set(nameMonthsAtom, 'no name at all')).toBe(false)
    await store.set(nameMonthsAtom, 'someone')
    await store.set(nameMonthsAtom, '')
    expect(await own('someone')).toBeNull()
    await store.set(nameMonthsAtom, 'someone')
    await store.set(monthsAtoms.clearAtom)
    expect(await own('someone')).toBeNull()
    await store.set(storeShownReportsAtom)
    expect(await own('someone')).toBeNull()
  })
})
