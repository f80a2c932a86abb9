import * as v from 'valibot'
import type { reportText } from '../text/report.ts'
import { Report } from './Report.ts'
import { withPlainKeys } from './withPlainKeys.ts'

/** Largest report that is read, in bytes: a real one has a few thousand. */
export const REPORT_MAX = 1_000_000

export type ReportFault = keyof typeof reportText.fault
export type ReadReport = { report: Report; fault?: never } | { report?: never; fault: ReportFault }

/** Reads a report out of a text that may be anything. */
export function readReport(words: string): ReadReport {
  if (words.length > REPORT_MAX) return { fault: 'tooLarge' }
  try {
    const read = v.safeParse(Report, withPlainKeys(JSON.parse(words.replace(/^\uFEFF/, ''))))
    return read.success ? { report: read.output } : { fault: 'notReport' }
  } catch {
    return { fault: 'notReport' }
  }
}

/** Reads a report out of a file. The size is looked at first: a video dropped by mistake is never loaded. */
export async function readReportFile(file: Blob): Promise<ReadReport> {
  if (file.size > REPORT_MAX) return { fault: 'tooLarge' }
  try {
    return readReport(await file.text())
  } catch {
    return { fault: 'unreadable' }
  }
}
