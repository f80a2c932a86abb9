import * as v from 'valibot'
import { jsonOf, objectsIn } from './objectsIn.ts'
import type { Work } from './objectsIn.ts'
import { plainForms } from './plainForms.ts'
import { XReport } from './XReport.ts'

/** Characters that are looked at, over all forms of a text: a few times the largest one. */
const WORK_MAX = 15_000_000
/** Objects that are tried as a report. A page may hold one for each month of a year, some of them twice. */
const TRIES_MAX = 40
/** A member that every report has. */
const MEMBER = 'period'

/** What may still be done in one search. */
type Effort = Work & { tries: number }

/** The report in a text: alone, in a member of another object, in a saved page, or with words around it. Of several, the newest. */
export function findReport(words: string): XReport | undefined {
  if (!words.includes(MEMBER)) return undefined
  const effort = { left: WORK_MAX, tries: TRIES_MAX }
  const whole = jsonOf(words)
  return (whole && newest(reportsIn(whole, effort))) ?? reportAmong(words, effort)
}

function reportAmong(words: string, effort: Effort): XReport | undefined {
  for (const form of plainForms(words)) {
    const found = []
    for (const value of objectsIn(form, effort)) {
      found.push(...reportsIn(value, effort))
      if (effort.tries <= 0) break
    }
    if (found.length > 0) return newest(found)
  }
  return undefined
}

/** The reports in an object or list, also those that stand as texts in a member `reportJson`. */
function reportsIn(root: object, effort: Effort): XReport[] {
  const found: XReport[] = []
  const open = [root]
  for (const value of open) {
    if (effort.left-- <= 0) break
    const report = tried(value, effort)
    if (report) found.push(report)
    else for (const [name, member] of Object.entries(value)) open.push(...inner(name, member, effort))
  }
  return found
}

function inner(name: string, member: unknown, effort: Effort): object[] {
  if (typeof member === 'object' && member !== null) return [member]
  if (typeof member !== 'string' || name.trim() !== 'reportJson') return []
  effort.left -= member.length
  const value = jsonOf(member)
  return value ? [value] : []
}

function tried(value: object, effort: Effort): XReport | undefined {
  if (Array.isArray(value) || effort.tries <= 0) return undefined
  if (!Object.keys(value).some((name) => name.trim() === MEMBER)) return undefined
  effort.tries--
  const read = v.safeParse(XReport, withPlainKeys(value), { abortEarly: true })
  return read.success ? read.output : undefined
}

function newest(reports: readonly XReport[]): XReport | undefined {
  const [first, ...others] = reports
  return others.reduce(
    (best, report) => (best && report.period.startDate <= best.period.startDate ? best : report),
    first,
  )
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
