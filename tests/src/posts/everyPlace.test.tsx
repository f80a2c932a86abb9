import { listReasons } from '../../../contract/reasons.ts'
import { whyUnjudged } from '../../../src/text/reasons.ts'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parse } from 'valibot'
import {
  POST_GROUPS,
  POST_STATUSES,
  recordByGroup,
  groupOfPost,
  GROUP_MARKS,
} from '../../../contract/outcomes.ts'
import { BatchAnswer, BatchHistory } from '../../../contract/wire.ts'
import { isDemoResult } from '../../../src/check/upstream.ts'
import { csvText } from '../../../src/lib/download.ts'
import { BatchesCard } from '../../../src/log/LogCards.tsx'
import { BatchActions, BatchPosts, BatchSummary } from '../../../src/posts/BatchCards.tsx'
import { batchExportData, batchCsvRows, batchShareText } from '../../../src/posts/batchExport.ts'
import {
  finishedBatchFromAnswer,
  finishedBatchFromSaved,
  toStoredBatch,
} from '../../../src/results/finishedBatch.ts'
import type { FinishedBatch } from '../../../src/results/finishedBatch.ts'
import { formatShortTime, formatSecond, formatIsoTime } from '../../../src/text/japanese.ts'
import { resultText } from '../../../src/text/result.ts'
import { idOf } from '../../contract/idOf.ts'
import { textOf } from '../account/textOf.tsx'

const BEGAN = new Date(2026, 10, 21, 18, 20, 5).getTime()

beforeEach(() => void vi.stubGlobal('location', new URL('https://site.test/')))
afterEach(() => void vi.unstubAllGlobals())

const flag = fc.option(fc.boolean())
const post = fc.record(
  {
    url: fc
      .integer({ min: 60_001, max: 1e9 })
      .map((age) => `https://x.com/someone/status/${idOf(BEGAN - age)}`),
    status: fc.constantFrom(...POST_STATUSES, 'SOMETHING_NEW'),
    evidence: fc.record(
      {
        visible: flag,
        found: flag,
        reason: fc.option(fc.constantFrom(...listReasons())),
        time: fc.integer({ min: BEGAN - 86_400_000, max: BEGAN - 1000 }),
        version: fc.integer({ min: 1, max: 9 }),
        withheld: fc.constantFrom(['JP'], ['DE']),
      },
      { requiredKeys: ['visible', 'found', 'reason'] },
    ),
  },
  { requiredKeys: ['url', 'status'] },
)
const batches = fc.record({
  results: fc.uniqueArray(post, { selector: ({ url }) => url, minLength: 1, maxLength: 9 }),
  /** The server saves a batch some seconds after it was asked for. */
  timestamp: fc.integer({ min: BEGAN, max: BEGAN + 60_000 }),
  upstream: fc.constantFrom('sandbox', 'x-api'),
})

const nothing = () => undefined

function placesOf(batch: FinishedBatch) {
  const page = (
    <>
      <BatchSummary batch={batch} retry={null} />
      <BatchActions batch={batch} />
      <BatchPosts posts={batch.results} isDemo={isDemoResult(batch)} />
    </>
  )
  return {
    page: textOf(page).join(' '),
    shared: batchShareText(batch),
    csv: csvText(batchCsvRows(batch, nothing)),
    json: JSON.stringify(batchExportData(batch, nothing)),
    log: textOf(<BatchesCard batches={[toStoredBatch(batch)]} />).join(' '),
  }
}

describe('page, saved page, shared text, files and log', () => {
  it('the page, the saved page, the shared text, the files and the log name the same counts, times and reasons of a batch, whatever a server answers', () => {
    fc.assert(
      fc.property(batches, ({ results, timestamp, upstream }) => {
        const answer = parse(BatchAnswer, { results, sessionId: 'an-id', timestamp, keptDays: 90 })
        const batch = finishedBatchFromAnswer({ answer, upstream }, BEGAN)
        const saved = parse(BatchHistory, JSON.parse(JSON.stringify({ ...answer, upstream })))
        const places = placesOf(batch)
        const { log: _, ...shown } = places
        // The saved page is opened later, when the server may ask another upstream.
        expect(
          placesOf(finishedBatchFromSaved(saved, 'an-id', upstream === 'sandbox' ? 'x-api' : 'sandbox')),
        ).toMatchObject(shown)

        const counts = recordByGroup(
          (group) => answer.results.filter((post) => groupOfPost(post) === group).length,
        )
        for (const group of POST_GROUPS.filter((group) => counts[group] > 0)) {
          const badge = resultText.badge[group]
          expect(places.log).toContain(`${badge}${counts[group]}件`)
          expect(places.csv.split('\r\n').filter((row) => row.split(',')[1] === badge)).toHaveLength(
            counts[group],
          )
          expect(places.page).toContain(resultText.filter.chip(badge, counts[group]))
          expect(GROUP_MARKS[group] === null || places.shared.includes(`${badge} ${counts[group]}件`)).toBe(
            true,
          )
        }
        expect(places.shared).toContain(formatSecond(timestamp))
        expect(places.json).toContain(`"checkedAt":"${formatIsoTime(timestamp)}"`)
        expect(places.csv.split(formatIsoTime(timestamp))).toHaveLength(results.length + 1)

        const isWithheld = answer.results.some(({ evidence }) => evidence?.withheld?.includes('JP'))
        for (const place of [places.page, places.log])
          expect(place.includes('日本では表示が制限されています。')).toBe(isWithheld)
        for (const { status, evidence } of answer.results) {
          const reason = evidence?.found === null ? evidence.reason : null
          if (reason === null || groupOfPost({ status }) !== 'unsearched') continue
          expect(places.csv).toContain(whyUnjudged(reason) ?? '')
          expect(places.page).toContain(whyUnjudged(reason) ?? '')
        }
        const dated = answer.results.flatMap(({ evidence }) =>
          evidence?.version ? (evidence.time ?? []) : [],
        )
        const first = dated.length === 0 ? '' : formatShortTime(Math.min(...dated))
        const saysMethod = dated.length > 0 && upstream !== 'sandbox'
        expect(places.page.includes(`${first}にXへ問い合わせ`)).toBe(saysMethod)
        expect(places.log.includes('判定方法：')).toBe(saysMethod)
        for (const place of [places.shared, places.csv, places.log])
          expect(place.includes('架空')).toBe(upstream === 'sandbox')
      }),
    )
  })
})
