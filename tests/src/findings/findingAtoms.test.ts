import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerAtom, enterFindingsAtom, ownFindingsAtom } from '../../../src/findings/findings.ts'
import { switchLog } from '../../../src/storage/database.ts'
import { wholeLog } from '../../../src/storage/wholeLog.ts'
import { blockedDevice, emptyDevice, written } from '../log/deviceLog.ts'

let store: ReturnType<typeof createStore>
beforeEach(() => {
  store = createStore()
  emptyDevice()
})

afterEach(() => {
  vi.useRealTimers()
})

const items = () => store.get(ownFindingsAtom)
const keptFinding = (name: string, ban: string, at: number) => ({
  account: name.toLowerCase(),
  name,
  ban,
  answer: 'seen',
  at,
})

it('loads what the device keeps of the account, and nothing of others', async () => {
  await written('findings', [
    keptFinding('Someone', 'ghost_ban', 1),
    keptFinding('Someone', 'search_ban', 2),
    keptFinding('another', 'reply_deboosting', 3),
  ])
  await store.set(enterFindingsAtom, 'someone')
  expect(items()).toEqual({ ghost_ban: { answer: 'seen', at: 1 }, search_ban: { answer: 'seen', at: 2 } })
})

it('shows an answer at once, keeps it on the device, and says so', async () => {
  await store.set(enterFindingsAtom, 'Someone')
  const before = Date.now()
  const answering = store.set(answerAtom, 'ghost_ban', 'unsure')
  expect(items().ghost_ban).toMatchObject({ answer: 'unsure' })
  expect(items().ghost_ban).not.toHaveProperty('outcome')
  await answering
  expect(items().ghost_ban).toMatchObject({ answer: 'unsure', outcome: 'kept' })
  expect(items().ghost_ban?.at).toBeGreaterThanOrEqual(before)
  expect((await wholeLog())?.findings).toMatchObject([
    { account: 'someone', name: 'Someone', ban: 'ghost_ban', answer: 'unsure', at: items().ghost_ban?.at },
  ])
})

it('keeps the answers to the other items beside a new one', async () => {
  await store.set(enterFindingsAtom, 'someone')
  await store.set(answerAtom, 'ghost_ban', 'seen')
  await store.set(answerAtom, 'search_ban', 'unseen')
  expect(items()).toMatchObject({ ghost_ban: { answer: 'seen' }, search_ban: { answer: 'unseen' } })
})

it.each([
  ['off', async () => await switchLog(false)],
  ['unavailable', async () => blockedDevice()],
] as const)('says that an answer is not kept (%s), and shows it all the same', async (outcome, spoil) => {
  await spoil()
  await store.set(enterFindingsAtom, 'someone')
  await store.set(answerAtom, 'search_ban', 'seen')
  expect(items().search_ban).toMatchObject({ answer: 'seen', outcome })
})

it('does not read again what is shown already', async () => {
  await store.set(enterFindingsAtom, 'someone')
  await store.set(answerAtom, 'search_ban', 'seen')
  await written('findings', [keptFinding('someone', 'ghost_ban', 1)])
  await store.set(enterFindingsAtom, 'someone')
  expect(Object.keys(items())).toEqual(['search_ban'])
})

it('keeps an answer that is given while the device is still being read, over what the device has', async () => {
  await written('findings', [keptFinding('someone', 'ghost_ban', 1), keptFinding('someone', 'search_ban', 2)])
  const entering = store.set(enterFindingsAtom, 'someone')
  const answering = store.set(answerAtom, 'ghost_ban', 'unseen')
  await Promise.all([entering, answering])
  expect(items()).toMatchObject({
    ghost_ban: { answer: 'unseen', outcome: 'kept' },
    search_ban: { answer: 'seen', at: 2 },
  })
})

it('shows nothing of one account under another, whichever comes first', async () => {
  await written('findings', [keptFinding('first', 'ghost_ban', 1), keptFinding('second', 'search_ban', 2)])
  const first = store.set(enterFindingsAtom, 'first')
  const second = store.set(enterFindingsAtom, 'second')
  expect(items()).toEqual({})
  await Promise.all([first, second])
  expect(Object.keys(items())).toEqual(['search_ban'])
  await store.set(enterFindingsAtom, 'first')
  const answering = store.set(answerAtom, 'reply_deboosting', 'seen')
  const leaving = store.set(enterFindingsAtom, 'second')
  await Promise.all([answering, leaving])
  expect(Object.keys(items())).toEqual(['search_ban'])
})

it('takes the later of two answers to one item, and never goes back to the first', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await store.set(enterFindingsAtom, 'someone')
  const shown: unknown[] = []
  store.sub(ownFindingsAtom, () => shown.push(items().search_ban?.answer))
  const first = store.set(answerAtom, 'search_ban', 'seen')
  vi.setSystemTime(Date.now() + 1)
  await Promise.all([first, store.set(answerAtom, 'search_ban', 'unseen')])
  expect(shown).toEqual(['seen', 'unseen', 'unseen'])
  expect(items().search_ban).toMatchObject({ answer: 'unseen', outcome: 'kept' })
})
