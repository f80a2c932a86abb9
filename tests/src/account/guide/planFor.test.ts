import { expect, it } from 'vitest'
import { planFor } from '../../../../src/account/guide/Plan.tsx'

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
