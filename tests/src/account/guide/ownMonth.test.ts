import { createStore } from 'jotai/vanilla'
import { beforeEach, expect, it } from 'vitest'
import { enterOwnMonthAtom, ownMonthAtom } from '../../../../src/account/guide/ownMonth.ts'
import { keepShownReportsAtom, monthsAtoms, nameMonthsAtom } from '../../../../src/report/months/months.ts'
import { readTextAtom } from '../../../../src/report/reportAtoms.ts'
import { sampleReport } from '../../../../src/report/summary.ts'
import { emptyDevice } from '../../log/deviceLog.ts'

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
  await store.set(monthsAtoms.turnAtom, true)
  expect(await own('someone')).toBeNull()
})

it('shows the newest month beside the items of the account that the visitor says is theirs, and of no other', async () => {
  await store.set(monthsAtoms.turnAtom, true)
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
  await store.set(monthsAtoms.turnAtom, true)
  await store.set(readTextAtom, sampleReport)
  expect(await store.set(nameMonthsAtom, 'no name at all')).toBe(false)
  await store.set(nameMonthsAtom, 'someone')
  await store.set(nameMonthsAtom, '')
  expect(await own('someone')).toBeNull()
  await store.set(nameMonthsAtom, 'someone')
  await store.set(monthsAtoms.clearAtom)
  expect(await own('someone')).toBeNull()
  await store.set(keepShownReportsAtom)
  expect(await own('someone')).toBeNull()
})
