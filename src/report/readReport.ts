import * as v from 'valibot'
import type { reportText } from '../text/report.ts'
import { XReport } from './XReport.ts'

/** Largest report that is read, in bytes: a real one has a few thousand. */
export const REPORT_MAX = 1_000_000

type ReportFault = keyof typeof reportText.fault
export type ReadReport = { report: XReport; fault?: never } | { report?: never; fault: ReportFault }

/** Reads a report from any text. */
export function readReport(words: string): ReadReport {
  if (words.length > REPORT_MAX) return { fault: 'tooLarge' }
  try {
    const read = v.safeParse(XReport, withPlainKeys(JSON.parse(words.replace(/^\uFEFF/, ''))))
    return read.success ? { report: read.output } : { fault: 'notReport' }
  } catch {
    return { fault: 'notReport' }
  }
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

/** How deep a report is nested: itself, its lists, their rows. */
const DEPTH_MAX = 4

/** The value with the spaces around its members' names removed. */
function withPlainKeys(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withPlainKeys(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.trim(), withPlainKeys(item, depth + 1)]),
  )
}
