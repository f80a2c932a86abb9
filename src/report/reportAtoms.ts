import { atom } from 'jotai/vanilla'
import { readReport, readReportFile } from './readReport.ts'
import type { ReadReport } from './readReport.ts'
import type { Report } from './Report.ts'
import { sampleReport } from './sampleReport.ts'

/** `at` tells one reading from the next, in Unix milliseconds. */
type ReportState = (ReadReport & { at: number; isSample: boolean }) | null

const stateAtom = atom<ReportState>(null)

export const shownReportAtom = atom((get): { report: Report; at: number; isSample: boolean } | null => {
  const state = get(stateAtom)
  return state?.report ? { report: state.report, at: state.at, isSample: state.isSample } : null
})
export const reportFaultAtom = atom((get) => get(stateAtom)?.fault ?? null)

export const readTextAtom = atom(null, (_get, set, words: string) => {
  set(stateAtom, { ...readReport(words), at: Date.now(), isSample: false })
})

export const readFileAtom = atom(null, async (_get, set, file: Blob) => {
  const read = await readReportFile(file)
  set(stateAtom, { ...read, at: Date.now(), isSample: false })
})

export const readSampleAtom = atom(null, (_get, set) => {
  set(stateAtom, { ...readReport(sampleReport), at: Date.now(), isSample: true })
})
