import type { reportText } from '../text/report.ts'
import { findReport } from './findReport.ts'
import type { XReport } from './XReport.ts'

/** Largest text or file that is read, in characters or bytes: a report has a few thousand, a saved page up to some millions. */
export const REPORT_MAX = 5_000_000

type ReportFault = keyof typeof reportText.fault
export type ReadReport = { report: XReport; fault?: never } | { report?: never; fault: ReportFault }

/** Reads a report from any text. */
export function readReport(words: string): ReadReport {
  if (words.length > REPORT_MAX) return { fault: 'tooLarge' }
  const report = findReport(words.replace(/^\uFEFF/, ''))
  return report ? { report } : { fault: 'notReport' }
}

/** Reads a report from a file. Its size is checked first, so that a video dropped by mistake is not loaded. */
export async function readReportFile(file: Blob): Promise<ReadReport> {
  if (file.size > REPORT_MAX) return { fault: 'tooLarge' }
  try {
    return readReport(await file.text())
  } catch {
    return { fault: 'unreadable' }
  }
}
