import { Provider } from 'jotai'
import { createStore } from 'jotai/vanilla'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  Plan,
  restorePlanProgressAtom,
  guideAppointment,
  planAppointment,
  toggleTaskAtom,
  doneTasksAtom,
} from '../../../../src/account/guide/Plan.tsx'
import { readWholeLog } from '../../../../src/storage/stores.ts'
import { guideText } from '../../../../src/text/guide.ts'
import { formatNearDay } from '../../../../src/text/japanese.ts'
import { emptyDevice, storedCheck, written } from '../../log/deviceLog.ts'

beforeEach(() => void vi.stubGlobal('location', { origin: 'https://site.test' }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const AT = new Date(2026, 10, 22, 15, 4).getTime()
const plan = { bans: ['search_ban'], name: 'someone', at: AT } as const

it('the appointment of a plan says what was found and when, and where to check again seven days later', () => {
  const { start, summary, description, url } = planAppointment(plan)
  expect(new Date(start)).toEqual(new Date(2026, 10, 29, 15, 4))
  expect(summary).toBe('シャドウバンをもう一度チェック（@someone）')
  expect(description.split('\n')).toEqual([
    '2026年11月22日 15時04分 のチェックで Search Ban が検出されました。',
    'もう一度チェックして、変わったかどうかを確かめましょう。',
    'https://site.test/?screen_name=someone',
  ])
  expect(url).toBe('https://site.test/?screen_name=someone')
})

it('one plan is for all found bans: one review, one appointment, and tasks that are stored as for one ban', async () => {
  const store = createStore()
  const bans = ['search_suggestion_ban', 'search_ban', 'ghost_ban'] as const
  await store.set(toggleTaskAtom, { name: 'someone', at: AT }, 'search_suggestion_ban 1')
  const html = renderToStaticMarkup(
    <Provider store={store}>
      <Plan bans={bans} name="someone" at={AT} />
    </Provider>,
  )
  const { review, rest, again } = guideText.plan
  const tasks = html.split('<li>').slice(1)
  const words = tasks.map((task) => task.replaceAll(/<[^>]*>/g, ''))
  expect(words[0]).toBe(review.both)
  expect(words[1]).toContain(rest)
  expect(tasks.map((task) => task.includes('checked'))).toEqual([false, true])
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain(again(formatNearDay(planAppointment(plan).start)))
  expect(planAppointment({ ...plan, bans }).description).toContain(
    'Search Suggestion Ban、Search Ban、Ghost Ban が検出されました。',
  )
})

it('the appointment of a guided check says when the visitor looked, and claims no ban', () => {
  const appointment = guideAppointment('someone', AT)
  expect(appointment).toMatchObject({ start: planAppointment(plan).start, url: planAppointment(plan).url })
  expect(appointment.description.split('\n')).toEqual([
    '2026年11月22日 15時04分 に見え方を確かめました。',
    'もう一度チェックして、変わったかどうかを確かめましょう。',
    'https://site.test/?screen_name=someone',
  ])
  expect(appointment.uid).not.toBe(planAppointment(plan).uid)
})

it('an appointment keeps its id when it is saved again, and another ban has another id', () => {
  expect(planAppointment(plan).uid).toBe(planAppointment(plan).uid)
  expect(planAppointment({ ...plan, bans: ['ghost_ban'] }).uid).not.toBe(planAppointment(plan).uid)
})

describe('what is ticked off', () => {
  const PLANS = { name: 'Name', at: 1000 }
  let store: ReturnType<typeof createStore>
  beforeEach(() => {
    store = createStore()
    emptyDevice()
  })

  const ticked = (plans = PLANS) => [...store.get(doneTasksAtom)(plans)]
  const kept = async () => (await readWholeLog())?.checks.map(({ at, ticks }) => [at, ticks])

  it('ticking a task, and unticking it, changes the page and the stored check', async () => {
    await written('checks', [storedCheck(), storedCheck({ at: 999 })])
    await store.set(toggleTaskAtom, PLANS, 'one')
    const ticking = store.set(toggleTaskAtom, PLANS, 'two')
    // At once, before the device has kept it.
    expect(ticked()).toEqual(['one', 'two'])
    await ticking
    expect(await kept()).toEqual([
      [1000, ['one', 'two']],
      [999, []],
    ])
    await store.set(toggleTaskAtom, PLANS, 'one')
    expect(ticked()).toEqual(['two'])
    expect((await kept())?.[0]).toEqual([1000, ['two']])
  })

  it('ticked tasks belong to one check of one account, whatever the case of the name', async () => {
    await store.set(toggleTaskAtom, PLANS, 'one')
    expect(ticked({ name: 'nAME', at: 1000 })).toEqual(['one'])
    expect(ticked({ name: 'Name', at: 1001 })).toEqual([])
    expect(ticked({ name: 'Other', at: 1000 })).toEqual([])
  })

  it('stored ticks are restored once, and do not replace newer ones on the page', async () => {
    store.set(restorePlanProgressAtom, PLANS, ['one', 'two'])
    expect(ticked()).toEqual(['one', 'two'])
    await store.set(toggleTaskAtom, PLANS, 'two')
    store.set(restorePlanProgressAtom, PLANS, ['one', 'two'])
    expect(ticked()).toEqual(['one'])
    store.set(restorePlanProgressAtom, { ...PLANS, at: 5 }, ['three'])
    expect([ticked({ ...PLANS, at: 5 }), ticked()]).toEqual([['three'], ['one']])
  })
})
