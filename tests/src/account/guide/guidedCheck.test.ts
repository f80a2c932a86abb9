import { createStore } from 'jotai/vanilla'
import { beforeEach, describe, expect, it } from 'vitest'
import { enterAddressAtom } from '../../../../src/account/address.ts'
import { readStoredGuide } from '../../../../src/account/guide/GuidedCheck.tsx'
import {
  GUIDE_STORAGE_KEY,
  closeGuideAtom,
  goToGuideStepAtom,
  guideAtom,
  isGuideStored,
  openGuideAtom,
  resumeGuideAtom,
} from '../../../../src/account/guide/guideAtoms.ts'
import { loadOwnReportMonthAtom, getOwnReportMonthAtom } from '../../../../src/account/BanList.tsx'
import {
  storedMonthsAtoms,
  setMonthsAccountAtom,
  readPastedReportAtom,
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
  store.set(enterAddressAtom, { search: '?screen_name=someone', isBack: true, putName: () => true })
  return store
}

/** The same with its guide open at the second item. */
function pageWithGuide() {
  const store = page()
  store.set(openGuideAtom, 'someone', BANS_ASKED, (ban) => ban === 'search_suggestion_ban')
  return store
}

describe('a guided check', () => {
  it('a guided check is hidden on the form and on results of other accounts, and shown again on its own', () => {
    const store = pageWithGuide()
    store.set(enterAddressAtom, { search: '?screen_name=another', isBack: true, putName: () => true })
    expect(store.get(guideAtom)).toBeNull()
    store.set(goToGuideStepAtom, 0)
    store.set(enterAddressAtom, { search: '', isBack: true, putName: () => true })
    expect(store.get(guideAtom)).toBeNull()
    store.set(enterAddressAtom, { search: '?screen_name=someone', isBack: true, putName: () => true })
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
    store.set(goToGuideStepAtom, 2)
    store.set(closeGuideAtom)
    expect(readStoredGuide()).toEqual({ ...GUIDE, step: 2, isOpen: false })
  })

  it.each([
    'no JSON',
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

  it('a guided check lasts as long as the page if storage is denied', () => {
    stubSessionStorage('denied')
    expect([isGuideStored(), readStoredGuide()]).toEqual([false, null])
    pageWithGuide()
    expect([isGuideStored(), readStoredGuide()]).toEqual([true, GUIDE])
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
    await store.set(readPastedReportAtom, sampleReport)
    expect(await own('someone')).toBeNull()
  })
})
