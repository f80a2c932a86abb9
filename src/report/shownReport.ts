import { atom } from 'jotai/vanilla'
import type { ReadReport } from './readReport.ts'
import type { Report } from './Report.ts'

/** `at` tells one reading from the next, in Unix milliseconds. */
export type ReportState = (ReadReport & { at: number; isSample: boolean }) | null

/** What was read last. */
export const reportStateAtom = atom<ReportState>(null)

export const shownReportAtom = atom((get): { report: Report; at: number; isSample: boolean } | null => {
  const state = get(reportStateAtom)
  return state?.report ? { report: state.report, at: state.at, isSample: state.isSample } : null
})
export const reportFaultAtom = atom((get) => get(reportStateAtom)?.fault ?? null)
