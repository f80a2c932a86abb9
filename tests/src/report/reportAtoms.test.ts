import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { monthsAtoms } from '../../../src/report/months/months.ts'
import { readFileAtom, readSampleAtom, readTextAtom } from '../../../src/report/reportAtoms.ts'
import { reportFaultAtom, sampleReport, shownReportsAtom } from '../../../src/report/summary.ts'
import { allMonths } from '../../../src/storage/stores.ts'
import { emptyDevice } from '../log/deviceLog.ts'

let store: ReturnType<typeof createStore>
beforeEach(() => {
  emptyDevice()
  store = createStore()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const legal = sampleReport.replace('SPAM_HIGH_RECALL', 'LegalRequest(JP|DE)')
const kept = async () => (await allMonths())?.months.map(({ month }) => month)
const june = sampleReport.replaceAll('2026-07', '2026-06')

it('shows a text or a file that was read, and when', async () => {
  expect([store.get(shownReportsAtom), store.get(reportFaultAtom)]).toEqual([null, null])
  vi.useFakeTimers({ now: 7000, toFake: ['Date'] })
  await store.set(readTextAtom, sampleReport)
  expect(store.get(shownReportsAtom)).toMatchObject({
    at: 7000,
    isSample: false,
    reports: [{ period: { startDate: '2026-07-01' } }],
  })
  expect(store.get(reportFaultAtom)).toBeNull()
  await store.set(readFileAtom, new Blob([june]))
  expect(store.get(shownReportsAtom)?.reports[0]?.period.startDate).toBe('2026-06-01')
})

it('keeps the report on the page when a wrong file follows, and says what is wrong with that', async () => {
  await store.set(readTextAtom, sampleReport)
  const shown = store.get(shownReportsAtom)
  await store.set(readFileAtom, new Blob(['no']))
  expect(store.get(shownReportsAtom)).toBe(shown)
  expect(store.get(reportFaultAtom)?.kind).toBe('notReport')
  await store.set(readTextAtom, june)
  expect(store.get(reportFaultAtom)).toBeNull()
})

it('keeps every report of a file', async () => {
  await store.set(monthsAtoms.turnAtom, true)
  await store.set(readTextAtom, `[${sampleReport},${june}]`)
  expect(store.get(shownReportsAtom)?.reports).toHaveLength(2)
  expect(await kept()).toEqual(['2026-07', '2026-06'])
})

it('keeps a month only if the visitor wants it', async () => {
  await store.set(readTextAtom, sampleReport)
  expect(await kept()).toEqual([])
})

it('keeps the report that is shown once the visitor wants it, and those after it', async () => {
  await store.set(readTextAtom, legal)
  expect(await store.set(monthsAtoms.turnAtom, true)).toBe(true)
  expect(await kept()).toEqual(['2026-07'])
  expect(store.get(monthsAtoms.allAtom)?.months[0]?.postLabels[0]).toEqual({
    label: 'LegalRequest(JP|DE)',
    posts: 2,
  })
  await store.set(readFileAtom, new Blob([june]))
  expect(await kept()).toEqual(['2026-07', '2026-06'])
  expect(store.get(monthsAtoms.allAtom)?.months).toHaveLength(2)
  await store.set(readTextAtom, 'no report')
  expect(await kept()).toHaveLength(2)
})

it('keeps nothing when it is switched off, and nothing where nothing is shown', async () => {
  await store.set(monthsAtoms.turnAtom, true)
  expect(await kept()).toEqual([])
  await store.set(monthsAtoms.turnAtom, false)
  await store.set(readTextAtom, sampleReport)
  expect(await kept()).toEqual([])
})

it('says that the disk is full, also where a report is shown that could be kept', async () => {
  await store.set(readTextAtom, sampleReport)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await store.set(monthsAtoms.turnAtom, true)).toBe(false)
  expect(store.get(monthsAtoms.cardAtom)).toMatchObject({ isOn: false, isFull: true })
})

it('never keeps the sample', async () => {
  await store.set(monthsAtoms.turnAtom, true)
  store.set(readSampleAtom)
  expect(store.get(shownReportsAtom)).toMatchObject({ isSample: true, reports: [{ total: 593 }] })
  await store.set(monthsAtoms.turnAtom, true)
  expect(await kept()).toEqual([])
})

it('starts with the months switched off', () => {
  expect(store.get(monthsAtoms.cardAtom).isOn).toBe(false)
})
