import { atom } from 'jotai/vanilla'
import { storeShownReportsAtom } from './months/months.ts'
import { readReport, readReportFile } from './readReport.ts'
import type { ReadReport } from './readReport.ts'
import { reportFaultAtom, sampleReport, shownReportsAtom } from './summary.ts'

/** Shows what was read. What is no report leaves those that are shown. */
const showAtom = atom(null, (_get, set, { reports, fault }: ReadReport, isSample: boolean) => {
  set(reportFaultAtom, fault ? { kind: fault, at: Date.now() } : null)
  if (reports) set(shownReportsAtom, { reports, at: Date.now(), isSample })
  return reports !== undefined
})

export const readTextAtom = atom(null, async (_get, set, words: string) => {
  if (set(showAtom, readReport(words), false)) await set(storeShownReportsAtom)
})

export const readFileAtom = atom(null, async (_get, set, file: Blob) => {
  if (set(showAtom, await readReportFile(file), false)) await set(storeShownReportsAtom)
})

export const readSampleAtom = atom(null, (_get, set) => {
  set(showAtom, readReport(sampleReport), true)
})
