import * as v from 'valibot'
import type { Slices } from '../lib/slices.ts'
import { DECODERS, textsOfCopied, withPlainCharacters } from './copiedText.ts'
import { XReport } from './xReport.ts'

/** Every report has the member `period`. A member `reportJson` contains a whole report as a string. */
const MEMBER = 'period'
const WRAPPER = 'reportJson'

/**
 * Finds the reports in a text, newest first. The text may be a report, an answer of X that contains it, a saved page, or words with a
 * report between them.
 */
export function* findReports(copied: string): Slices<XReport[]> {
  return newestFirst(yield* reportsAmong(copied, createBudget(WORK_MAX)))
}

/**
 * Most work for everything that was pasted, in characters that are read: eight times the largest text. A page that somebody prepared could
 * otherwise keep the tab busy for minutes.
 */
const WORK_MAX = 40_000_000
/** Characters that are read while a slice of the work lasts: some ten milliseconds. */
const SLICE = 1_000_000
/**
 * What other work costs, in characters that could be read meanwhile: to find a part of a text, to parse an object, to look at a member of one, to
 * try what looks like a report, and to show a report and each of its rows.
 */
const COSTS = { part: 20, object: 500, member: 50, candidate: 5000, report: 600_000, row: 30_000 } as const

type Budget = ReturnType<typeof createBudget>

function createBudget(characters: number) {
  let [left, untilPause] = [characters, SLICE]
  return {
    /** Returns false once more was spent than there was. */
    spend(spent: number): boolean {
      left -= spent
      untilPause -= spent
      return left >= 0
    },
    /** Whether a slice of the work is done. */
    isPauseDue(): boolean {
      if (untilPause > 0) return false
      untilPause = SLICE
      return true
    },
  }
}

/** Reads the reports of the first text, in the first of its forms, that contains one. */
function* reportsAmong(copied: string, budget: Budget): Slices<XReport[]> {
  for (const text of yield* textsOfCopied(copied)) {
    if (!budget.spend(text.length)) return []
    const plain = yield* withPlainCharacters(text)
    if (!plain.includes(MEMBER)) continue
    for (const words of new Set([text, plain])) {
      for (const decode of DECODERS) {
        const form = yield* decode(words)
        const found = form === null ? [] : yield* reportsInForm(form, budget)
        if (found.length > 0) return found
      }
    }
  }
  return []
}

function* reportsInForm(form: string, budget: Budget): Slices<XReport[]> {
  for (const part of [PART, PART_AFTER_STRAY_QUOTE]) {
    if (!budget.spend(form.length)) return []
    yield
    const found = yield* balancedReports(form, part, budget)
    if (found.length > 0) return found
  }
  return []
}

/** Matches a string of JSON, or a brace. A string ends at the end of its line at the latest. */
const PART = /"(?:[^"\\\r\n]+|\\.)*"?|[{}]/g
/** Matches the same, but a string also ends where an object begins: then the quotation mark belongs to the words before the report. */
const PART_AFTER_STRAY_QUOTE = /"(?:[^"\\\r\n{]+|\\.|\{(?!\s*"))*"?|[{}]/g

const CLUE = new RegExp(`^"\\s*(?:${MEMBER}|${WRAPPER})\\s*"$`)

/** Reads every object of a text that has balanced braces and a member of a report. Inner objects are read before the outer ones. */
function* balancedReports(text: string, part: RegExp, budget: Budget): Slices<XReport[]> {
  const found: XReport[] = []
  const opened: number[] = []
  let clueAt = -1
  for (const { 0: token, index } of text.matchAll(part)) {
    if (!budget.spend(COSTS.part)) break
    if (budget.isPauseDue()) yield
    if (token === '{') opened.push(index)
    else if (CLUE.test(token)) clueAt = index
    if (token !== '}') continue
    const start = opened.pop()
    if (start === undefined || clueAt < start) continue
    if (!budget.spend(COSTS.object + index - start)) break
    const value = parseObject(text.slice(start, index + 1))
    const reports = value ? yield* reportsIn(value, budget) : []
    found.push(...reports)
    // The objects around a report need not be read.
    if (reports.length > 0) clueAt = -1
  }
  return found
}

/** Characters of the largest object that is parsed, which cannot be done in slices: a report has a few thousand. */
const OBJECT_MAX = 500_000

function parseObject(text: string): object | null {
  if (text.length > OBJECT_MAX) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Finds the reports in an object or list, including those that a member `reportJson` holds as a string. */
function* reportsIn(root: object, budget: Budget): Slices<XReport[]> {
  const found: XReport[] = []
  const waiting = [root]
  for (const value of waiting) {
    const report = readReportObject(value, budget)
    if (report) {
      found.push(report)
      continue
    }
    for (const [name, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      if (!budget.spend(COSTS.member)) return found
      if (budget.isPauseDue()) yield
      const nested = nestedObject(name, member)
      if (nested) waiting.push(nested)
    }
  }
  return found
}

function nestedObject(name: string | number, member: unknown): object | null {
  if (typeof member === 'object') return member
  return typeof member === 'string' && String(name).trim() === WRAPPER ? parseObject(member) : null
}

function readReportObject(value: object, budget: Budget): XReport | null {
  if (Array.isArray(value) || !Object.keys(value).some((name) => name.trim() === MEMBER)) return null
  if (!budget.spend(COSTS.candidate)) return null
  const read = v.safeParse(XReport, withTrimmedKeys(value), { abortEarly: true })
  if (!read.success) return null
  const { accountLabels, postLabels } = read.output
  const rows = accountLabels.length + postLabels.length
  return budget.spend(COSTS.report + rows * COSTS.row) ? read.output : null
}

/** Keys are trimmed down to this depth: a report, its lists, and their rows. */
const DEPTH_MAX = 4
/** No list or object of a report has more members. */
const MEMBERS_MAX = 1000

function withTrimmedKeys(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return value
  if (Object.keys(value).length > MEMBERS_MAX) return null
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
