import { createStore } from 'jotai/vanilla'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  Plan,
  restoreDoneTasksAtom,
  planFor,
  toggleTaskAtom,
  doneTasksAtom,
} from '../../../../src/account/guide/Plan.tsx'
import { wholeLog } from '../../../../src/storage/wholeLog.ts'
import { guideText } from '../../../../src/text/guide.ts'
import { formatNearDay } from '../../../../src/text/japanese.ts'
import { emptyDevice, loggedCheck, written } from '../../log/deviceLog.ts'

describe('the day of a plan', () => {
  /** A minute before and after midnight in Japan. */
  const BEFORE = Date.UTC(2026, 10, 21, 14, 59)
  const AFTER = Date.UTC(2026, 10, 21, 15, 1)

  beforeEach(() => void vi.stubGlobal('location', { origin: 'https://site.test' }))
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** The day of the first task, of a plan that is read at `now`. */
  function firstDay(at: number, now: number): string {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    const html = renderToStaticMarkup(<Plan ban="search_ban" name="name" at={at} />)
    return /<b[^>]*>([^<]*)<\/b>/.exec(html)?.[1] ?? ''
  }

  it('begins today as long as that is the day of the check on the device’s clock', () => {
    expect(firstDay(AFTER, AFTER + 60_000)).toBe(guideText.plan.today(formatNearDay(AFTER)))
    expect(firstDay(AFTER, AFTER + 23 * 3_600_000)).toBe(guideText.plan.today(formatNearDay(AFTER)))
    expect(firstDay(BEFORE, AFTER)).toBe(formatNearDay(BEFORE))
  })
})

const AT = new Date(2026, 10, 22, 15, 4).getTime()
const URL_OF_CHECK = 'https://site.test/?screen_name=someone'
const plan = planFor({ ban: 'search_ban', name: 'someone', at: AT, url: URL_OF_CHECK })

it('looks again seven days after the check, at the same time of day', () => {
  expect(new Date(plan.again)).toEqual(new Date(2026, 10, 29, 15, 4))
  expect(plan.appointment.start).toBe(plan.again)
})

it('says in the appointment what was found, when, and where to look', () => {
  const { summary, description, url } = plan.appointment
  expect(summary).toBe('シャドウバンをもう一度チェック（@someone）')
  expect(description.split('\n')).toEqual([
    '2026年11月22日 15時04分 のチェックで Search Ban が検出されました。',
    'もう一度チェックして、変わったかどうかを確かめましょう。',
    URL_OF_CHECK,
  ])
  expect(url).toBe(URL_OF_CHECK)
})

it('is the same appointment when it is saved again, and another one for another ban', () => {
  const again = planFor({ ban: 'search_ban', name: 'someone', at: AT, url: URL_OF_CHECK })
  const other = planFor({ ban: 'ghost_ban', name: 'someone', at: AT, url: URL_OF_CHECK })
  expect(again.appointment.uid).toBe(plan.appointment.uid)
  expect(other.appointment.uid).not.toBe(plan.appointment.uid)
})

describe('what is ticked off', () => {
  const PLANS = { name: 'Name', at: 1000 }
  let store: ReturnType<typeof createStore>
  beforeEach(() => {
    store = createStore()
    emptyDevice()
  })

  const ticked = (plans = PLANS) => [...store.get(doneTasksAtom)(plans)]
  const kept = async () => (await wholeLog())?.checks.map(({ at, ticks }) => [at, ticks])

  it('has nothing ticked at first', () => {
    expect(ticked()).toEqual([])
  })

  it('ticks a task, and takes the tick away, on the page and with the check on the device', async () => {
    await written('checks', [loggedCheck(), loggedCheck({ at: 999 })])
    await store.set(toggleTaskAtom, PLANS, 'one')
    await store.set(toggleTaskAtom, PLANS, 'two')
    expect(ticked()).toEqual(['one', 'two'])
    expect(await kept()).toEqual([
      [1000, ['one', 'two']],
      [999, []],
    ])
    await store.set(toggleTaskAtom, PLANS, 'one')
    expect(ticked()).toEqual(['two'])
    expect((await kept())?.[0]).toEqual([1000, ['two']])
  })

  it('shows a tick before the device has kept it', async () => {
    const ticking = store.set(toggleTaskAtom, PLANS, 'one')
    expect(ticked()).toEqual(['one'])
    await ticking
  })

  it('keeps apart the checks of one account, and those of two, but not the ways to write a name', async () => {
    await store.set(toggleTaskAtom, PLANS, 'one')
    expect(ticked({ name: 'nAME', at: 1000 })).toEqual(['one'])
    expect(ticked({ name: 'Name', at: 1001 })).toEqual([])
    expect(ticked({ name: 'Other', at: 1000 })).toEqual([])
  })

  it('takes over what the device keeps of a check, once: what was ticked here is newer', async () => {
    store.set(restoreDoneTasksAtom, PLANS, ['one', 'two'])
    expect(ticked()).toEqual(['one', 'two'])
    await store.set(toggleTaskAtom, PLANS, 'two')
    store.set(restoreDoneTasksAtom, PLANS, ['one', 'two'])
    expect(ticked()).toEqual(['one'])
    store.set(restoreDoneTasksAtom, { ...PLANS, at: 5 }, ['three'])
    expect([ticked({ ...PLANS, at: 5 }), ticked()]).toEqual([['three'], ['one']])
  })
})
