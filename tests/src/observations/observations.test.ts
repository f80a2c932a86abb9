import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { submitFormAtom } from '../../../src/account/accountAtoms.ts'
import { accountFlow } from '../../../src/account/accountFlow.ts'
import { typeScreenNameAtom } from '../../../src/account/formAtoms.ts'
import { toFinishedCheck } from '../../../src/account/finishedCheck.ts'
import { storedLogAtoms } from '../../../src/log/logAtoms.ts'
import {
  feedbackRequestBody,
  feedbackStatesAtom,
  sendFeedbackAtom,
} from '../../../src/observations/FeedbackForm.tsx'
import {
  loadBanObservationsAtom,
  loadObservationsAtom,
  observationSentence,
  recordObservationAtom,
  getObservationAtom,
  getOwnObservationAtom,
  recordFriendAnswerAtom,
  chosenViewerAtom,
} from '../../../src/observations/observations.ts'
import { checkStorageSwitch } from '../../../src/storage/database.ts'
import { toStoredCheck, observationKey } from '../../../src/storage/records.ts'
import type { ObservationSubject } from '../../../src/storage/records.ts'
import { readWholeLog } from '../../../src/storage/stores.ts'
import { blockedDevice, emptyDevice, written } from '../log/deviceLog.ts'
import { serveInProcess } from '../serveInProcess.ts'

let store: ReturnType<typeof createStore>
beforeEach(() => {
  store = createStore()
  emptyDevice()
})

afterEach(() => void vi.useRealTimers())

const GHOST = { name: 'Someone', item: 'ghost_ban' } as const
const SEARCH = { name: 'someone', item: 'search_ban' } as const
const POST = { name: 'someone', item: '5' } as const
const seen = (subject: ObservationSubject) => store.get(getObservationAtom)(subject)
const kept = (subject: ObservationSubject, at: number) => ({
  ...subject,
  about: observationKey(subject),
  answer: 'seen',
  at,
})

describe.each([
  ['an item of an account', GHOST],
  ['a post', POST],
])('an observation of %s', (_, subject) => {
  it('an observation is shown at once, stored on the device, and reported as stored', async () => {
    const before = Date.now()
    const observing = store.set(recordObservationAtom, subject, 'unseen')
    expect(seen(subject)).toMatchObject({ answer: 'unseen' })
    expect(seen(subject)).not.toHaveProperty('outcome')
    await observing
    const observed = seen(subject)
    expect(observed).toMatchObject({ answer: 'unseen', outcome: 'kept' })
    expect(observed?.at).toBeGreaterThanOrEqual(before)
    const log = await readWholeLog()
    expect([...(log?.findings ?? []), ...(log?.postFindings ?? [])]).toMatchObject([
      { name: subject.name, answer: 'unseen', at: observed?.at },
    ])
  })

  it.each([
    ['off', async () => await checkStorageSwitch.turn(false)],
    ['unavailable', async () => blockedDevice()],
  ] as const)(
    'an observation stays on the page if the device does not store it (%s)',
    async (outcome, spoil) => {
      await spoil()
      await store.set(recordObservationAtom, subject, 'seen')
      expect(seen(subject)).toMatchObject({ answer: 'seen', outcome })
      await store.set(loadObservationsAtom, [subject])
      expect(seen(subject)).toMatchObject({ answer: 'seen', outcome })
    },
  )

  it('the later of two answers replaces the first for good', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const shown: unknown[] = []
    store.sub(getObservationAtom, () => shown.push(seen(subject)?.answer))
    const first = store.set(recordObservationAtom, subject, 'seen')
    vi.setSystemTime(Date.now() + 1)
    await Promise.all([first, store.set(recordObservationAtom, subject, 'unseen')])
    expect(shown).toEqual(['seen', 'unseen', 'unseen'])
    expect(seen(subject)).toMatchObject({ answer: 'unseen', outcome: 'kept' })
  })

  it('an answer that is given while storage is being read is not replaced', async () => {
    await written('observations', [kept(subject, 1)])
    const entering = store.set(loadObservationsAtom, [subject])
    await Promise.all([entering, store.set(recordObservationAtom, subject, 'unseen')])
    expect(seen(subject)).toMatchObject({ answer: 'unseen', outcome: 'kept' })
  })

  it('an observation disappears from a page that is shown again after the log was deleted', async () => {
    await store.set(recordObservationAtom, subject, 'seen')
    await store.set(storedLogAtoms.loadAtom)
    await store.set(storedLogAtoms.clearAtom)
    await store.set(loadObservationsAtom, [subject])
    expect(seen(subject)).toBeUndefined()
  })
})

it('the stored observations of the shown subjects are loaded, and no others', async () => {
  await written('observations', [kept(GHOST, 1), kept(SEARCH, 2), kept({ ...GHOST, name: 'another' }, 3)])
  await store.set(loadObservationsAtom, [{ ...GHOST, name: 'sOMEONE' }, POST])
  expect(seen(GHOST)).toEqual({ answer: 'seen', at: 1 })
  expect(seen(SEARCH)).toBeUndefined()
  expect(seen({ ...GHOST, name: 'another' })).toBeUndefined()
  await store.set(loadBanObservationsAtom, 'SOMEONE')
  expect([seen(GHOST)?.at, seen(SEARCH)?.at, seen({ ...GHOST, name: 'another' })]).toEqual([1, 2, undefined])
})

it('an observation is not shown for another account, but for the same post whatever its author’s name', async () => {
  const other = { ...GHOST, name: 'another' }
  await Promise.all([
    store.set(recordObservationAtom, GHOST, 'seen'),
    store.set(loadObservationsAtom, [other]),
  ])
  expect([seen(GHOST)?.answer, seen(other)]).toEqual(['seen', undefined])
  await store.set(recordObservationAtom, POST, 'seen')
  expect(seen({ ...POST, name: 'another' })?.answer).toBe('seen')
})

it('an observation is shown with its day, and with the year if it is not the current one', () => {
  const said = (year: number, answer: 'seen' | 'unseen') =>
    observationSentence('ghost_ban', { answer, at: new Date(year, 10, 21).getTime() })
  expect(said(new Date().getFullYear(), 'unseen')).toBe('あなたの確認：見えなかった（11月21日）')
  expect(said(2025, 'seen')).toBe('あなたの確認：見えた（2025年11月21日）')
})

it('an observation is stored with the kind of account the visitor looked with, if they said so', async () => {
  await store.set(recordObservationAtom, GHOST, 'seen')
  expect(seen(GHOST)).not.toHaveProperty('viewer')
  store.set(chosenViewerAtom, 'stranger')
  await store.set(recordObservationAtom, GHOST, 'unseen')
  expect(seen(GHOST)).toMatchObject({ answer: 'unseen', viewer: 'stranger' })
  store = createStore()
  await store.set(loadObservationsAtom, [GHOST])
  expect(seen(GHOST)).toMatchObject({ answer: 'unseen', viewer: 'stranger' })
})

describe('feedback', () => {
  afterEach(() => void vi.unstubAllGlobals())

  /** A check on a page whose server counts, and the feedback token that came with it. */
  async function checked() {
    const called = serveInProcess({ difficulty: 1, feedbackPercent: 100 })
    const store = createStore()
    store.set(typeScreenNameAtom, 'sbx_search')
    await store.set(submitFormAtom)
    const { query, result } = store.get(accountFlow.doneAtom) ?? {}
    const ticket = result?.agreement?.find(({ item }) => item === 'search_ban')
    if (!query || !result || !ticket) throw new Error('no ticket')
    const body = feedbackRequestBody({ ...ticket, seen: 'unseen', viewer: 'stranger' })
    const state = () => store.get(feedbackStatesAtom).get(ticket.ticket)
    /** Presses the button, and tells what became of it. */
    const give = async () => {
      await store.set(sendFeedbackAtom, ticket.ticket, body)
      return state()
    }
    return { called, query, result, ticket, body, state, give }
  }
  const bodies: string[] = []
  /** Answers the next calls so; null lets the server answer. */
  function answering(...answers: (Response | null)[]): void {
    bodies.length = 0
    const platformFetch = globalThis.fetch
    vi.stubGlobal('fetch', async (request: Request) => {
      bodies.push(await request.clone().text())
      const answer = answers.shift() ?? null
      return answer ?? (await platformFetch(request))
    })
  }
  const refusal = (code: string) => Response.json({ message: 'no', code }, { status: 409 })

  it('feedback is sent once with exactly the given text, however often the button is pressed, and then reported as sent', async () => {
    const { body, give, state, called } = await checked()
    answering()
    const giving = [give(), give()]
    expect(state()).toBe('sending')
    await Promise.all(giving)
    expect(await give()).toBe('sent')
    expect(bodies).toEqual([body])
    expect(called.filter((path) => path === '/api/agreement')).toHaveLength(1)
  })

  it('feedback can be sent again after a failure, and counts once if only the response was lost', async () => {
    const { give } = await checked()
    answering(new Response('<h1>broken</h1>', { status: 502 }), refusal('too_many_requests'))
    expect(await give()).toBe('failed')
    expect(await give()).toBe('full')
    expect(await give()).toBe('sent')
  })

  it.each([
    ['counted', 'counted'],
    ['old_ticket', 'late'],
  ])('feedback is not sent again after the server’s code %s', async (code, state) => {
    const { give } = await checked()
    answering(refusal(code))
    await give()
    expect(await give()).toBe(state)
    expect(bodies).toHaveLength(1)
  })

  it('no feedback token is stored in the log of the device', async () => {
    const { query, result, ticket } = await checked()
    const logged = JSON.stringify(toStoredCheck(toFinishedCheck(result, query, 1)))
    expect(logged).toContain('sbx_search')
    expect(logged).not.toContain(ticket.ticket)
  })
})

describe('what a friend saw', () => {
  const AT = new Date(2026, 10, 25, 12).getTime()
  const answers = [
    ['ghost_ban', 'unseen'],
    ['search_ban', 'seen'],
  ] as const

  it('a friend’s observation is stored for its account with the friend’s day, and shown as a friend’s, also after a reload', async () => {
    store.set(chosenViewerAtom, 'stranger')
    expect(await store.set(recordFriendAnswerAtom, 'Someone', answers, AT)).toBe('kept')
    const said = () => {
      const observed = seen(GHOST)
      return observed && observationSentence('ghost_ban', observed)
    }
    expect(said()).toBe('友だちの確認：見えなかった（11月25日）')
    expect((await readWholeLog())?.findings).toEqual([
      { account: 'someone', name: 'Someone', ban: 'ghost_ban', answer: 'unseen', at: AT, friend: true },
      { account: 'someone', name: 'Someone', ban: 'search_ban', answer: 'seen', at: AT, friend: true },
    ])
    store = createStore()
    await store.set(loadBanObservationsAtom, 'someone')
    expect(said()).toBe('友だちの確認：見えなかった（11月25日）')
    await store.set(loadBanObservationsAtom, 'other')
    expect(seen({ name: 'other', item: 'ghost_ban' })).toBeUndefined()
  })

  it('a friend’s observation has no `answer` in its row, so that pages of older versions do not show it as the visitor’s', async () => {
    await store.set(recordFriendAnswerAtom, 'Someone', answers, AT)
    const rows = (await readWholeLog())?.rows.observations ?? []
    expect(rows).toMatchObject([{ friendAnswer: 'unseen' }, { friendAnswer: 'seen' }])
    for (const row of rows) expect(row).not.toHaveProperty('answer')
  })

  it('a friend’s observation that was stored with `friend` is still shown as a friend’s', async () => {
    const row = { name: 'Someone', item: 'ghost_ban', answer: 'unseen', at: AT, friend: true }
    await written('observations', [{ ...row, about: 'someone ghost_ban' }])
    await store.set(loadBanObservationsAtom, 'someone')
    expect(seen(GHOST)).toMatchObject({ answer: 'unseen', friend: true })
  })

  it('a friend’s observation is never offered as the visitor’s own answer, and is replaced by it', async () => {
    await store.set(recordFriendAnswerAtom, 'Someone', answers, AT)
    expect(store.get(getOwnObservationAtom)(GHOST)).toBeUndefined()
    await store.set(recordObservationAtom, GHOST, 'unseen')
    expect(store.get(getOwnObservationAtom)(GHOST)).toMatchObject({ answer: 'unseen' })
    expect((await readWholeLog())?.findings.find(({ ban }) => ban === 'ghost_ban')).not.toHaveProperty(
      'friend',
    )
  })

  it('a friend’s observation is reported as not stored while the log is off', async () => {
    await checkStorageSwitch.turn(false)
    expect(await store.set(recordFriendAnswerAtom, 'Someone', answers, AT)).toBe('off')
    expect((await readWholeLog())?.findings).toEqual([])
  })
})
