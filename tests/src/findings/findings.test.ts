import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerPostAtom, enterPostFindingsAtom, postFindingsAtom } from '../../../src/findings/findings.ts'
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

const link = (id: string) => ({ id, href: `https://x.com/search?q=${id}`, name: 'someone', isHint: false })
const answers = () => [...store.get(postFindingsAtom)].map(([id, { answer }]) => [id, answer])
const keptFinding = (id: string, at: number) => ({ id, name: 'someone', answer: 'seen', at })

it('shows an answer at once, keeps it on the device, and says so', async () => {
  const before = Date.now()
  const answering = store.set(answerPostAtom, link('5'), 'unseen')
  expect(store.get(postFindingsAtom).get('5')).toMatchObject({ answer: 'unseen' })
  expect(store.get(postFindingsAtom).get('5')).not.toHaveProperty('outcome')
  await answering
  const finding = store.get(postFindingsAtom).get('5')
  expect(finding).toMatchObject({ answer: 'unseen', outcome: 'kept' })
  expect(finding?.at).toBeGreaterThanOrEqual(before)
  expect((await wholeLog())?.postFindings).toEqual([
    { id: '5', name: 'someone', answer: 'unseen', at: finding?.at },
  ])
})

it('loads what the device keeps of the posts of a list, and of no others', async () => {
  await written('postFindings', [keptFinding('5', 1), keptFinding('6', 2), keptFinding('7', 3)])
  await store.set(enterPostFindingsAtom, ['5', '7', '8'])
  expect([...store.get(postFindingsAtom)]).toEqual([
    ['5', { answer: 'seen', at: 1 }],
    ['7', { answer: 'seen', at: 3 }],
  ])
})

it('leaves the findings of one list behind when another one is shown', async () => {
  await written('postFindings', [keptFinding('5', 1), keptFinding('6', 2)])
  await store.set(enterPostFindingsAtom, ['5'])
  await store.set(answerPostAtom, link('7'), 'unseen')
  await store.set(enterPostFindingsAtom, ['6'])
  expect(answers()).toEqual([['6', 'seen']])
})

it('keeps showing the list of before while a list without posts is shown', async () => {
  await store.set(answerPostAtom, link('5'), 'seen')
  await store.set(enterPostFindingsAtom, [])
  expect(answers()).toEqual([['5', 'seen']])
})

it.each([
  ['the log is switched off', async () => await switchLog(false), 'off'],
  ['the browser stores nothing', async () => blockedDevice(), 'unavailable'],
] as const)('keeps showing an answer that the device does not keep because %s', async (_, spoil, outcome) => {
  await spoil()
  await store.set(answerPostAtom, link('5'), 'seen')
  expect(store.get(postFindingsAtom).get('5')).toMatchObject({ answer: 'seen', outcome })
  await store.set(enterPostFindingsAtom, ['6'])
  expect(answers()).toEqual([['5', 'seen']])
})

it('keeps showing an answer that is on its way to the device', async () => {
  const answering = store.set(answerPostAtom, link('5'), 'unseen')
  const entering = store.set(enterPostFindingsAtom, ['6'])
  await Promise.all([answering, entering])
  expect(answers()).toEqual([['5', 'unseen']])
})

it('takes the later of two answers, and never goes back to the first', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const shown: unknown[] = []
  store.sub(postFindingsAtom, () => shown.push(store.get(postFindingsAtom).get('5')?.answer))
  const first = store.set(answerPostAtom, link('5'), 'seen')
  vi.setSystemTime(Date.now() + 1)
  const second = store.set(answerPostAtom, link('5'), 'unseen')
  await Promise.all([first, second])
  expect(shown).toEqual(['seen', 'unseen', 'unseen'])
  expect((await wholeLog())?.postFindings.map(({ answer }) => answer)).toEqual(['unseen'])
})
