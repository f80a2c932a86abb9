import { createFactory, createMiddleware } from 'hono/factory'
import { DAY_MS, japanDay } from '../../contract/japanDay.ts'
import type { AgreementReport } from '../../contract/AgreementReport.ts'
import type { AppEnv } from '../http/AppEnv.ts'
import { limited } from '../http/limited.ts'
import { Refusal } from '../http/refusal.ts'
import { storeAway } from '../http/storeAway.ts'
import { reportOf } from './reportOf.ts'
import type { AppParts } from './AppParts.ts'

/** Days that are shown, today included. */
export const AGREEMENT_DAYS = 90
/** For how long an answer may be reused, here and by caches. */
const MAX_AGE_S = 300

/** Refuses both calls where nothing is counted. */
export function collecting({ agreementPercent }: AppParts) {
  return createMiddleware<AppEnv>(async (_c, next) => {
    if (agreementPercent === null) throw new Refusal('not_collected')
    await next()
  })
}

/** How often visitors saw what the verdicts said. The same for everybody; the store is read once in five minutes. */
export function readAgreement(parts: AppParts) {
  let kept: { report: Promise<AgreementReport>; until: number } | undefined

  function report(): Promise<AgreementReport> {
    const now = parts.now()
    if (kept && kept.until > now && kept.until <= now + MAX_AGE_S * 1000) return kept.report
    const days = Array.from({ length: AGREEMENT_DAYS }, (_, ago) => japanDay(now - ago * DAY_MS)).toReversed()
    const read = parts.store.readAnswers(days).then((counts) => reportOf(days, counts))
    kept = { report: read, until: now + MAX_AGE_S * 1000 }
    return read
  }

  return createFactory<AppEnv>().createHandlers(collecting(parts), limited(parts, 'read'), async (c) => {
    const answer = await report().catch((error: unknown) => {
      kept = undefined
      return storeAway(parts.onFault)(error)
    })
    c.header('Cache-Control', `public, max-age=${MAX_AGE_S}`)
    return c.json(answer)
  })
}
