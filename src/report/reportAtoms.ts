import { atom } from 'jotai/vanilla'
import * as v from 'valibot'
import { screenNameInText } from '../../contract/pastedText.ts'
import { ScreenName } from '../../contract/wire.ts'
import { runInSlices } from '../lib/slices.ts'
import { monthStorageSwitch } from '../storage/database.ts'
import { StoredMonth } from '../storage/records.ts'
import { createStoredAtoms } from '../storage/storedAtoms.ts'
import { readAllMonths, setMonthsAccount, storeMonths } from '../storage/stores.ts'
import { readReport, readReportFile } from './readReport.ts'
import type { ReadReportResult } from './readReport.ts'
import type { XReport } from './xReport.ts'
import { sampleReport } from './summary.ts'

/** The reports that were read last. `at` is when they were read, in Unix milliseconds. */
type ShownReports = { reports: readonly XReport[]; at: number; isSample: boolean }

export const shownReportsAtom = atom<ShownReports | null>(null)

/** The reports that were shown when the visitor opened the folded form. */
const unfoldedForAtom = atom<ShownReports | null>(null)

/** Whether the form is folded into one line. It is while reports are shown, unless the visitor opened it since they were read. */
export const isFormFoldedAtom = atom((get) => get(shownReportsAtom) !== get(unfoldedForAtom))

export const unfoldFormAtom = atom(null, (get, set) => set(unfoldedForAtom, get(shownReportsAtom)))

/** Why the last file or text contained no report. The page goes on showing the reports that were read before. */
export const reportFailureAtom = atom<{ kind: NonNullable<ReadReportResult['failure']>; at: number } | null>(
  null,
)
/** Whether shared and saved files of a report also say what X's visibility rules do to its labels. */
export const includesRulesAtom = atom(false)

const storedMonths = createStoredAtoms({ read: readAllMonths, keeps: monthStorageSwitch })

/** Stores shown reports on the device if the visitor switched that on. The sample is never stored. */
const storeReportsAtom = atom(null, async (_get, set, shown: ShownReports | null) => {
  if (!shown || shown.isSample) return
  const { reports, at } = shown
  const months = reports
    // The device stores one report for each month: the one that the page shows first.
    .filter(({ month }, index) => reports.findIndex((report) => report.month === month) === index)
    .map((report) => v.parse(StoredMonth, { ...report, at, account: null }))
  await set(storedMonths.changeAtom, () => storeMonths(months))
})

/** Stores the name of the account that the stored months belong to. An empty text removes it. Returns false if the text is not a name. */
export const setMonthsAccountAtom = atom(null, async (_get, set, typed: string) => {
  const name = v.safeParse(ScreenName, screenNameInText(typed))
  if (!name.success && typed.trim() !== '') return false
  return await set(storedMonths.changeAtom, () => setMonthsAccount(name.success ? name.output : null))
})

/** The months that the device stores if the visitor wants it. Switching it on stores the shown reports too. */
export const storedMonthsAtoms = {
  ...storedMonths,
  toggleAtom: atom(null, async (get, set, on: boolean) => {
    const shown = get(shownReportsAtom)
    const turned = await set(storedMonths.toggleAtom, on)
    if (turned && on) await set(storeReportsAtom, shown)
    return turned
  }),
}

/** The last text or file that was given: what one before it contained comes too late. */
const lastReadingAtom = atom<Promise<ReadReportResult> | null>(null)

/** Shows and stores the reports of a text or file. If there are none, the page goes on showing the reports before. */
const showAtom = atom(
  null,
  async (get, set, reading: Promise<ReadReportResult>, isSample: boolean = false) => {
    set(lastReadingAtom, reading)
    const { reports, failure } = await reading
    if (get(lastReadingAtom) !== reading) return
    set(reportFailureAtom, failure ? { kind: failure, at: Date.now() } : null)
    if (!reports) return
    const shown = { reports, at: Date.now(), isSample }
    set(shownReportsAtom, shown)
    await set(storeReportsAtom, shown)
  },
)

export const readPastedReportAtom = atom(null, (_get, set, words: string) =>
  set(showAtom, runInSlices(readReport(words))),
)

export const readReportFileAtom = atom(null, async (_get, set, [file]: readonly Blob[]) => {
  if (file) await set(showAtom, readReportFile(file))
})

export const readSampleReportAtom = atom(null, (_get, set) =>
  set(showAtom, runInSlices(readReport(sampleReport)), true),
)
