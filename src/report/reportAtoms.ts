import { atom } from 'jotai/vanilla'
import { keepShownReportAtom } from './months/months.ts'
import { readReport, readReportFile } from './readReport.ts'
import type { ReadReport } from './readReport.ts'
import { reportStateAtom, sampleReport } from './summary.ts'

/** Shows what was read, and keeps it where the visitor wants that. */
const showAtom = atom(null, async (_get, set, read: ReadReport) => {
  set(reportStateAtom, { ...read, at: Date.now(), isSample: false })
  await set(keepShownReportAtom)
})

export const readTextAtom = atom(null, async (_get, set, words: string) => {
  await set(showAtom, readReport(words))
})

export const readFileAtom = atom(null, async (_get, set, file: Blob) => {
  await set(showAtom, await readReportFile(file))
})

export const readSampleAtom = atom(null, (_get, set) => {
  set(reportStateAtom, { ...readReport(sampleReport), at: Date.now(), isSample: true })
})
