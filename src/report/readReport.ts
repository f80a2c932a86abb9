import type { reportText } from '../text/report.ts'
import { runInSlices } from '../lib/slices.ts'
import type { Slices } from '../lib/slices.ts'
import { findReports } from './findReports.ts'
import type { XReport } from './xReport.ts'

/** Largest text or file that is read, in characters or bytes. A report has a few thousand, a saved page up to a few million. */
const REPORT_SIZE_MAX = 5_000_000

export type ReadReportResult =
  | { reports: readonly XReport[]; failure?: never }
  | { reports?: never; failure: keyof typeof reportText.failure }

export function* readReport(words: string): Slices<ReadReportResult> {
  if (words.length > REPORT_SIZE_MAX) return { failure: 'tooLarge' }
  const reports = yield* findReports(words.replace(/^\uFEFF/, ''))
  if (reports.length > 0) return { reports }
  return { failure: /[{[<"“%\\]/.test(words) || words.trim() === '' ? 'notReport' : 'noData' }
}

/** Reads the reports in a file. Its size is checked first, so that a video dropped by mistake is not loaded. */
export async function readReportFile(file: Blob): Promise<ReadReportResult> {
  if (file.size > REPORT_SIZE_MAX) return { failure: 'tooLarge' }
  try {
    const read = await runInSlices(readReport(await file.text()))
    // The message about the words of a page does not fit a file.
    return read.failure === 'noData' ? { failure: 'notReport' } : read
  } catch {
    return { failure: 'unreadable' }
  }
}
