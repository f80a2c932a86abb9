import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { powRunText } from '../../src/text/powRun.ts'
import { openGate } from './Gate.ts'
import type { Gate } from './Gate.ts'
import { visitorOf } from './Visitor.ts'
import type { Session } from './Visitor.ts'
import { describeJourneys, measuredOutcome } from './journeys.ts'
import { COARSE_CLOCK, firefoxSession } from './firefoxSession.ts'

describeJourneys((lack) => firefoxSession(lack))

describe('a browser that resists fingerprinting', () => {
  let gate: Gate
  let session: Session
  beforeAll(async () => {
    gate = await openGate(inject('site'))
    session = await firefoxSession('nothing', COARSE_CLOCK)
  })
  afterAll(async () => {
    await session.close()
    await gate[Symbol.asyncDispose]()
  })

  it('/pow measures rates that its clock can tell, names the step of the clock, and shows no interval from 0 to 0', async () => {
    const visitor = visitorOf(session, gate)
    await visitor.open('/pow?difficulty=2&trials=60&lanes=1&autostart=1')
    const { environment, summary } = await measuredOutcome(visitor)
    expect(environment.clockResolution).toBeGreaterThan(10)
    for (const { attemptsPerSecond, interval } of summary.scaling) {
      expect(attemptsPerSecond).toBeGreaterThan(0)
      expect((interval?.[1] ?? Infinity) - (interval?.[0] ?? 0)).toBeGreaterThan(0)
    }
    const [beforeStep = ''] = powRunText.conditions.clock('|').split('|')
    await visitor.sees(beforeStep)
    const shown = await session.evaluate(() => document.querySelector('main')?.textContent ?? '')
    expect(shown).not.toMatch(/(?<![\d.])0(?:\.0+)?〜0(?:\.0+)?(?![\d.])/)
  })
})
