import { atom } from 'jotai/vanilla'
import type { ReadReport } from './readReport.ts'
import type { XReport } from './XReport.ts'

/** `at` tells one reading from the next, in Unix milliseconds. */
type ReportState = (ReadReport & { at: number; isSample: boolean }) | null

/** The last reading. */
export const reportStateAtom = atom<ReportState>(null)

export const shownReportAtom = atom((get): { report: XReport; at: number; isSample: boolean } | null => {
  const state = get(reportStateAtom)
  return state?.report ? { report: state.report, at: state.at, isSample: state.isSample } : null
})
export const reportFaultAtom = atom((get) => get(reportStateAtom)?.fault ?? null)
