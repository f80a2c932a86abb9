import * as v from 'valibot'
import { decodedFormsOf, textsOfCopied, withPlainCharacters } from './copiedText.ts'
import { XReport } from './xReport.ts'

/** Every report has the member `period`. A member `reportJson` contains a whole report as a string. */
const MEMBER = 'period'
const WRAPPER = 'reportJson'

/**
 * Finds the reports in a text, newest first. The text may be a report, an answer of X that contains it, a saved page, or words with a
 * report between them.
 */
export function findReports(copied: string): XReport[] {
  if (!withPlainCharacters(copied).includes(MEMBER)) return []
  const whole = parseObject(copied)
  const found = whole ? reportsIn(whole) : []
  return newestFirst(found.length > 0 ? found : reportsAmong(copied, createBudget(WORK_MAX)))
}

/**
 * Most work for everything that was pasted, in characters that are read: eight times the largest text. A page that somebody prepared could
 * otherwise keep the tab busy for minutes.
 */
const WORK_MAX = 40_000_000
/** What each text costs besides its characters: a page may have a million short attributes. */
const TEXT_COST = 100

type Budget = { spend: (characters: number) => boolean }

/** `spend` returns false once more was spent than there was. */
function createBudget(characters: number): Budget {
  let left = characters
  return { spend: (spent) => (left -= spent) >= 0 }
}

/** Reads the reports of the first text, in the first of its forms, that contains one. */
function reportsAmong(copied: string, budget: Budget): XReport[] {
  for (const text of textsOfCopied(copied)) {
    if (!budget.spend(TEXT_COST + text.length)) return []
    if (!withPlainCharacters(text).includes(MEMBER)) continue
    for (const form of decodedFormsOf(text)) {
      for (const part of [PART, PART_AFTER_STRAY_QUOTE]) {
        if (!budget.spend(form.length)) return []
        const found = balancedReports(form, part, budget)
        if (found.length > 0) return found
      }
    }
  }
  return []
}

/** Matches a string of JSON, or a brace. A string ends at the end of its line at the latest. */
const PART = /"(?:[^"\\\r\n]+|\\.)*"?|[{}]/g
/** Matches the same, but a string also ends where an object begins: then the quotation mark belongs to the words before the report. */
const PART_AFTER_STRAY_QUOTE = /"(?:[^"\\\r\n{]+|\\.|\{(?!\s*"))*"?|[{}]/g

const CLUE = new RegExp(`^"\\s*(?:${MEMBER}|${WRAPPER})\\s*"$`)

/** Reads every object of a text that has balanced braces and a member of a report. Inner objects are read before the outer ones. */
function balancedReports(text: string, part: RegExp, budget: Budget): XReport[] {
  const found: XReport[] = []
  const opened: number[] = []
  let clueAt = -1
  for (const { 0: token, index } of text.matchAll(part)) {
    if (token === '{') opened.push(index)
    else if (CLUE.test(token)) clueAt = index
    if (token !== '}') continue
    const start = opened.pop()
    if (start === undefined || clueAt < start) continue
    if (!budget.spend(index - start)) break
    const value = parseObject(text.slice(start, index + 1))
    const reports = value ? reportsIn(value) : []
    found.push(...reports)
    // The objects around a report need not be read.
    if (reports.length > 0) clueAt = -1
  }
  return found
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Finds the reports in an object or list, including those that a member `reportJson` holds as a string. */
function reportsIn(root: object): XReport[] {
  const found: XReport[] = []
  const waiting = [root]
  for (const value of waiting) {
    const report = readReportObject(value)
    if (report) found.push(report)
    else for (const [name, member] of Object.entries(value)) waiting.push(...nestedObjects(name, member))
  }
  return found
}

function nestedObjects(name: string, member: unknown): object[] {
  if (typeof member === 'object' && member !== null) return [member]
  const inside = typeof member === 'string' && name.trim() === WRAPPER ? parseObject(member) : null
  return inside ? [inside] : []
}

function readReportObject(value: object): XReport | null {
  if (Array.isArray(value) || !Object.keys(value).some((name) => name.trim() === MEMBER)) return null
  const read = v.safeParse(XReport, withTrimmedKeys(value), { abortEarly: true })
  return read.success ? read.output : null
}

/** Keys are trimmed down to this depth: a report, its lists, and their rows. */
const DEPTH_MAX = 4

function withTrimmedKeys(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withTrimmedKeys(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.trim(), withTrimmedKeys(item, depth + 1)]),
  )
}

/**
 * Sorts reports: the newest month first, and within a month the one that X made last. Copies count once. Two reports of one month that
 * differ may be of two accounts, because no report names its account: both stay.
 */
function newestFirst(reports: readonly XReport[]): XReport[] {
  const byContent = new Map<string, XReport>()
  for (const report of reports) {
    const content = JSON.stringify({ ...report, generatedAt: null })
    const known = byContent.get(content)
    if (!known || madeAt(report) > madeAt(known)) byContent.set(content, report)
  }
  return [...byContent.values()].sort((one, other) => {
    if (one.month !== other.month) return one.month < other.month ? 1 : -1
    return madeAt(other) - madeAt(one)
  })
}

function madeAt({ generatedAt }: XReport): number {
  return generatedAt ?? 0
}
