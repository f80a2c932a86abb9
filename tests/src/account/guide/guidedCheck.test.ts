import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { restoredNameAtom } from '../../../../src/account/historyEntry.ts'
import { readStoredGuide } from '../../../../src/account/guide/GuidedCheck.tsx'
import {
  friendQuestionUrl,
  readFriendQuestionUrl,
  readFriendAnswerUrl,
  friendAnswerUrl,
} from '../../../../src/account/guide/friendLinks.ts'
import type { ObservedBan } from '../../../../src/account/guide/friendLinks.ts'
import {
  GUIDE_STORAGE_KEY,
  closeGuideAtom,
  guideAtom,
  isGuideStored,
  moveGuideStepAtom,
  openGuideAtom,
  resumeGuideAtom,
} from '../../../../src/account/guide/guideAtoms.ts'
import { loadOwnReportMonthAtom, getOwnReportMonthAtom } from '../../../../src/account/BanList.tsx'
import {
  storedMonthsAtoms,
  setMonthsAccountAtom,
  readPastedReportAtom,
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
  it('a guided check moves forward and back by one item, from the first to the end after the last', () => {
    const store = page()
    store.set(openGuideAtom, 'someone', BANS_ASKED, NONE)
    const steps = ([1, 1, 1, -1, -1, -1] as const).map((by) => {
      store.set(moveGuideStepAtom, by)
      return store.get(guideAtom)?.step
    })
    expect(steps).toEqual([1, 2, 2, 1, 0, 0])
  })

  it('a guided check is hidden on the form and on results of other accounts, and shown again on its own', () => {
    const store = pageWithGuide()
    store.set(restoredNameAtom, 'another')
    expect(store.get(guideAtom)).toBeNull()
    store.set(moveGuideStepAtom, 1)
    store.set(restoredNameAtom, null)
    expect(store.get(guideAtom)).toBeNull()
    store.set(restoredNameAtom, 'someone')
    expect(store.get(guideAtom)).toEqual(GUIDE)
  })

  it('a reopened guided check continues at its item, unless the items differ', () => {
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
  ])(
    'a guided check begins with the first unanswered item, so that no answer is overwritten: %s',
    (answered, step) => {
      const store = page()
      store.set(openGuideAtom, 'someone', BANS_ASKED, answered)
      expect(store.get(guideAtom)?.step).toBe(step)
    },
  )

  it('a guided check is resumed from the tab’s storage, unless there already is one on the page', () => {
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
  it('a stored guided check is read as it was, also if it is closed or finished', () => {
    const store = pageWithGuide()
    expect([isGuideStored(), readStoredGuide()]).toEqual([true, GUIDE])
    store.set(moveGuideStepAtom, 1)
    store.set(closeGuideAtom)
    expect(readStoredGuide()).toEqual({ ...GUIDE, step: 2, isOpen: false })
  })

  it('a guided check that an older version stored is open', () => {
    const { isOpen: _, ...old } = GUIDE
    kept.set(GUIDE_STORAGE_KEY, JSON.stringify(old))
    expect(readStoredGuide()).toEqual(GUIDE)
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
  ])('no guided check is read from storage that contains %s', (garbage) => {
    kept.set(GUIDE_STORAGE_KEY, garbage)
    expect(readStoredGuide()).toBeNull()
  })

  it('a guided check lasts as long as the page if storage is denied, and a friend’s link still works', () => {
    stubSessionStorage('denied')
    vi.stubGlobal('location', { search: '?screen_name=some_one&guide=ghost_ban' })
    expect([isGuideStored(), readStoredGuide()]).toEqual([true, null])
    vi.stubGlobal('location', { search: '' })
    expect(isGuideStored()).toBe(false)
    pageWithGuide()
    expect([isGuideStored(), readStoredGuide()]).toEqual([true, GUIDE])
  })
})

describe('the address for a friend', () => {
  afterEach(() => void vi.unstubAllGlobals())

  const ASKED = { name: 'some_one', bans: ['search_ban', 'ghost_ban'] as const }

  it('the link for a friend asks for the items that it was made for', () => {
    vi.stubGlobal('location', new URL('https://checker.example/'))
    expect(readFriendQuestionUrl(new URL(friendQuestionUrl(ASKED)).search)).toEqual(ASKED)
  })

  it.each([
    '?screen_name=some_one',
    '?guide=search_ban',
    '?screen_name=<b>&guide=search_ban',
    '?screen_name=some_one&guide=',
    '?screen_name=some_one&guide=search_ban.everything',
    `?screen_name=some_one&guide=${'search_ban.'.repeat(9)}search_ban`,
  ])('an invalid link for a friend asks for nothing: %s', (search) => {
    expect(readFriendQuestionUrl(search)).toBeNull()
  })
})

describe('the link that brings a friend’s answer', () => {
  const NOW = new Date(2026, 10, 27, 9).getTime()
  const DAY_MS = 86_400_000
  const SEEN = [
    ['search_ban', 'seen'],
    ['ghost_ban', 'unsure'],
  ] as const satisfies ObservedBan[]
  beforeEach(() => void vi.stubGlobal('location', new URL('https://checker.example/')))
  afterEach(() => void vi.unstubAllGlobals())

  const sent = (at: number) => new URL(friendAnswerUrl('some_one', SEEN, at)).search

  it('the link with a friend’s answer contains the account, the day and the answers, and nothing else', () => {
    expect(sent(NOW)).toBe('?screen_name=some_one&seen=2026-11-27.search_ban-seen.ghost_ban-unsure')
    expect(readFriendAnswerUrl(sent(NOW), NOW)).toEqual({ name: 'some_one', seen: SEEN, at: NOW })
  })

  it('the link with a friend’s answer is recorded with the day on which the friend looked', () => {
    const noon = new Date(2026, 10, 25, 12).getTime()
    expect(readFriendAnswerUrl(sent(NOW - 2 * DAY_MS), NOW)).toMatchObject({ at: noon })
    // A friend in a time zone that is ahead.
    expect(readFriendAnswerUrl(sent(NOW + DAY_MS), NOW)).toMatchObject({ at: NOW })
  })

  it('the link with a friend’s answer is refused after thirty days, and if its day is in the future', () => {
    expect(readFriendAnswerUrl(sent(NOW - 29 * DAY_MS), NOW)).toMatchObject({ name: 'some_one' })
    expect(readFriendAnswerUrl(sent(NOW - 32 * DAY_MS), NOW)).toBe('old')
    expect(readFriendAnswerUrl(sent(NOW + 3 * DAY_MS), NOW)).toBe('old')
  })

  it.each([
    '?screen_name=some_one&seen=',
    '?screen_name=some_one&seen=2026-11-27',
    '?screen_name=some_one&seen=2026-11-27.search_ban',
    '?screen_name=some_one&seen=2026-11-27.search_ban-hidden',
    '?screen_name=some_one&seen=2026-11-27.everything-seen',
    '?screen_name=some_one&seen=2026-11-27.search_ban-seen-unseen',
    '?screen_name=some_one&seen=2026-11-27.search_ban-seen.search_ban-unseen',
    '?screen_name=some_one&seen=2026-13-41.search_ban-seen',
    '?screen_name=some_one&seen=yesterday.search_ban-seen',
    '?screen_name=<b>&seen=2026-11-27.search_ban-seen',
    '?seen=2026-11-27.search_ban-seen',
    `?screen_name=some_one&seen=2026-11-27${'.search_ban-seen'.repeat(5)}`,
  ])('the link with a friend’s answer is not read if it was cut off or changed: %s', (search) => {
    expect(['unreadable', 'old']).toContain(readFriendAnswerUrl(search, NOW))
  })

  it('an address without a friend’s answer is not read as one, and one with an answer counts as a stored guide', () => {
    expect(readFriendAnswerUrl('?screen_name=some_one', NOW)).toBeNull()
    stubSessionStorage('denied')
    vi.stubGlobal('location', { search: '?screen_name=some_one&seen=2026-11-27.search_ban-seen' })
    expect(isGuideStored()).toBe(true)
  })
})

describe('the own month of X’s report', () => {
  let store = createStore()
  beforeEach(() => {
    emptyDevice()
    store = createStore()
  })

  async function own(name: string) {
    await store.set(loadOwnReportMonthAtom, name)
    return store.get(getOwnReportMonthAtom)(name)
  }

  it('a result shows nothing of a report that was not stored, or whose account is unknown', async () => {
    await store.set(readPastedReportAtom, sampleReport)
    expect(await own('someone')).toBeNull()
    await store.set(storedMonthsAtoms.toggleAtom, true)
    expect(await own('someone')).toBeNull()
  })

  it('the newest month of a report is shown with the items of the visitor’s own account only', async () => {
    await store.set(storedMonthsAtoms.toggleAtom, true)
    await store.set(readPastedReportAtom, sampleReport)
    expect(await store.set(setMonthsAccountAtom, '@Someone')).toBe(true)
    expect(await own('sOMEONE')).toEqual({
      month: '2026年7月',
      kinds: { search_suggestion_ban: 1, search_ban: 3, ghost_ban: 2, reply_deboosting: 0 },
    })
    expect(await own('other')).toBeNull()
    expect(store.get(getOwnReportMonthAtom)('someone')).toBeNull()

    await store.set(readPastedReportAtom, sampleReport.replaceAll('2026-07', '2026-08'))
    expect(await own('someone')).toMatchObject({ month: '2026年8月' })
  })

  it('the visitor’s own account is forgotten if they withdraw it, delete the months, or enter no name', async () => {
    await store.set(storedMonthsAtoms.toggleAtom, true)
    await store.set(readPastedReportAtom, sampleReport)
    expect(await store.set(setMonthsAccountAtom, 'no name at all')).toBe(false)
    await store.set(setMonthsAccountAtom, 'someone')
    await store.set(setMonthsAccountAtom, '')
    expect(await own('someone')).toBeNull()
    await store.set(setMonthsAccountAtom, 'someone')
    await store.set(storedMonthsAtoms.clearAtom)
    expect(await own('someone')).toBeNull()
    await store.set(storeShownReportsAtom)
    expect(await own('someone')).toBeNull()
  })
})
