import { createStore } from 'jotai/vanilla'
import { afterEach, expect, it, vi } from 'vitest'
import type { FeedbackToken } from '../../../contract/feedback.ts'
import type { AppOptions } from '../../../server/app.ts'
import { doneAtom, submitAtom, typeScreenNameAtom } from '../../../src/account/accountAtoms.ts'
import { loggedCheckOf } from '../../../src/account/log.ts'
import { bodyOf, sendFeedbackAtom, feedbackStatesAtom } from '../../../src/observations/FeedbackForm.tsx'
import { merged } from '../../../src/posts/batch/batch.ts'
import { serveInProcess } from '../serveInProcess.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A check on a page whose server counts, and the feedback token that came with it. */
async function checked(options: Partial<AppOptions> = {}) {
  const called = serveInProcess({ difficulty: 1, feedbackPercent: 100, ...options })
  const store = createStore()
  store.set(typeScreenNameAtom, 'sbx_search')
  await store.set(submitAtom)
  const result = store.get(doneAtom)?.answer
  const ticket = result?.agreement?.find(({ item }) => item === 'search_ban')
  return { called, store, result, ticket }
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

it('sends the very text that it was given, and then says so', async () => {
  const { store, ticket, called } = await checked()
  if (!ticket) throw new Error('no ticket')
  answering()
  const body = bodyOf({ ...ticket, seen: 'unseen', viewer: 'stranger' })
  const giving = store.set(sendFeedbackAtom, ticket.ticket, body)
  expect(store.get(feedbackStatesAtom).get(ticket.ticket)).toBe('sending')
  await giving
  expect(store.get(feedbackStatesAtom).get(ticket.ticket)).toBe('sent')
  await store.set(sendFeedbackAtom, ticket.ticket, body)
  expect(bodies).toEqual([body])
  expect(called.filter((path) => path === '/api/agreement')).toHaveLength(1)
})

it('sends once however often the button is pressed meanwhile', async () => {
  const { store, ticket } = await checked()
  if (!ticket) throw new Error('no ticket')
  answering()
  const body = bodyOf({ ...ticket, seen: 'seen', viewer: 'stranger' })
  await Promise.all([1, 2, 3].map(() => store.set(sendFeedbackAtom, ticket.ticket, body)))
  expect(bodies).toHaveLength(1)
})

it('can be tried again after a failure, and counts once where only the answer was lost', async () => {
  const { store, ticket } = await checked()
  if (!ticket) throw new Error('no ticket')
  const body = bodyOf({ ...ticket, seen: 'seen', viewer: 'stranger' })
  const give = async () => {
    await store.set(sendFeedbackAtom, ticket.ticket, body)
    return store.get(feedbackStatesAtom).get(ticket.ticket)
  }
  answering(new Response('<h1>broken</h1>', { status: 502 }), refusal('address_full'))
  expect(await give()).toBe('failed')
  expect(await give()).toBe('full')
  expect(await give()).toBe('sent')
})

it.each([
  ['counted', 'counted'],
  ['old_ticket', 'late'],
  ['bad_ticket', 'late'],
])('gives up where the server says %s', async (code, state) => {
  const { store, ticket } = await checked()
  if (!ticket) throw new Error('no ticket')
  answering(refusal(code))
  for (let press = 0; press < 2; press++) await store.set(sendFeedbackAtom, ticket.ticket, 'body')
  expect(store.get(feedbackStatesAtom).get(ticket.ticket)).toBe(state)
  expect(bodies).toHaveLength(1)
})

it('has no feedback token where the server does not collect', async () => {
  expect((await checked({ feedbackPercent: null })).result?.agreement).toBeUndefined()
})

it('reads an answer whose feedback tokens are none as one without', async () => {
  serveInProcess({ difficulty: 1, feedbackPercent: 100 })
  const platformFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const answer = await platformFetch(...given)
    if (!answer.url.includes('check') && !(given[0] as Request).url?.includes('check')) return answer
    const body = (await answer.json()) as object
    return Response.json({ ...body, agreement: [{ item: '<b>', ticket: 1 }] })
  })
  const store = createStore()
  store.set(typeScreenNameAtom, 'sbx_search')
  await store.set(submitAtom)
  expect(store.get(doneAtom)?.answer).toMatchObject({ search_ban: true, agreement: undefined })
})

it('leaves no feedback token in the log of the device', async () => {
  const { result, ticket } = await checked()
  if (!result || !ticket) throw new Error('no ticket')
  const logged = JSON.stringify(loggedCheckOf(result, { posts: true }, 1, true))
  expect(logged).toContain('sbx_search')
  expect(logged).not.toContain(ticket.ticket)
})

it('keeps the feedback tokens of a batch of which a part was checked again, the later ones first', () => {
  const ticket = (day: string) => ({ item: 'post:excluded', verdict: 'affected', day }) as FeedbackToken
  const batch = { results: [], sessionId: '', keptDays: undefined }
  const both = merged(
    { ...batch, agreement: [ticket('2026-11-21')] },
    { ...batch, agreement: [ticket('2026-11-22')] },
    { urls: [], at: 0 },
  )
  expect(both.agreement?.map(({ day }) => day)).toEqual(['2026-11-22', '2026-11-21'])
})
