import { createStore } from 'jotai/vanilla'
import { beforeEach, expect, it } from 'vitest'
import { enterTicksAtom, tickAtom, ticksAtom } from '../../../../src/account/guide/Plan.tsx'
import { wholeLog } from '../../../../src/storage/wholeLog.ts'
import { emptyDevice, loggedCheck, written } from '../../log/deviceLog.ts'

const PLANS = { name: 'Name', at: 1000 }
let store: ReturnType<typeof createStore>
beforeEach(() => {
  store = createStore()
  emptyDevice()
})

const ticked = (plans = PLANS) => [...store.get(ticksAtom)(plans)]
const kept = async () => (await wholeLog())?.checks.map(({ at, ticks }) => [at, ticks])

it('has nothing ticked at first', () => {
  expect(ticked()).toEqual([])
})

it('ticks a task, and takes the tick away, on the page and with the check on the device', async () => {
  await written('checks', [loggedCheck(), loggedCheck({ at: 999 })])
  await store.set(tickAtom, PLANS, 'one')
  await store.set(tickAtom, PLANS, 'two')
  expect(ticked()).toEqual(['one', 'two'])
  expect(await kept()).toEqual([
    [1000, ['one', 'two']],
    [999, []],
  ])
  await store.set(tickAtom, PLANS, 'one')
  expect(ticked()).toEqual(['two'])
  expect((await kept())?.[0]).toEqual([1000, ['two']])
})

it('shows a tick before the device has kept it', async () => {
  const ticking = store.set(tickAtom, PLANS, 'one')
  expect(ticked()).toEqual(['one'])
  await ticking
})

it('keeps apart the checks of one account, and those of two, but not the ways to write a name', async () => {
  await store.set(tickAtom, PLANS, 'one')
  expect(ticked({ name: 'nAME', at: 1000 })).toEqual(['one'])
  expect(ticked({ name: 'Name', at: 1001 })).toEqual([])
  expect(ticked({ name: 'Other', at: 1000 })).toEqual([])
})

it('takes over what the device keeps of a check, once: what was ticked here is newer', async () => {
  store.set(enterTicksAtom, PLANS, ['one', 'two'])
  expect(ticked()).toEqual(['one', 'two'])
  await store.set(tickAtom, PLANS, 'two')
  store.set(enterTicksAtom, PLANS, ['one', 'two'])
  expect(ticked()).toEqual(['one'])
  store.set(enterTicksAtom, { ...PLANS, at: 5 }, ['three'])
  expect([ticked({ ...PLANS, at: 5 }), ticked()]).toEqual([['three'], ['one']])
})
