import { expect, it } from 'vitest'
import { NO_FIELDS_TOLD, createSendWithParameterNames } from '../../../server/upstream/x/client/calls.ts'

const HOUR_MS = 3_600_000
const VARIANTS = {
  legacy: { parameters: { fields: 'old' }, tells: { facts: true, references: true } },
  current: { parameters: { fields: 'new' }, tells: { facts: true } },
}

/** An X that takes only these values of `fields`, and null for none; `send` lists what it was sent. */
function worldOf(takes: (string | null)[]) {
  const clock = { now: 0 }
  const sendWithNames = createSendWithParameterNames(() => clock.now)
  async function send(path = '/') {
    const sent: (string | null)[] = []
    const { reply, told } = await sendWithNames(
      new URL(path, 'https://x.invalid/'),
      VARIANTS,
      async ({ pathname, searchParams }) => {
        sent.push(searchParams.get('fields'))
        const value = searchParams.get('fields')
        if (pathname === '/wrong')
          return { status: 400, headers: new Headers(), json: { detail: 'Wrong id' } }
        const json = { errors: [{ message: `The \`fields\` query parameter value [${value}] is not valid` }] }
        return { status: takes.includes(value) ? 200 : 400, headers: new Headers(), json }
      },
    )
    return { sent, status: reply.status, told }
  }
  return { clock, takes, send }
}

it('the parameter names are found again when X changes them', async () => {
  const { send, takes } = worldOf(['old'])
  expect((await send()).sent).toEqual(['old'])
  takes.splice(0, 1, 'new')
  expect((await send()).sent).toEqual(['old', 'new'])
  expect((await send()).sent).toEqual(['new'])
})

it('a parameter that X refuses under both names is omitted for an hour, and the result claims nothing about it', async () => {
  const { send, clock } = worldOf([null])
  expect(await send()).toEqual({ sent: ['old', 'new', null], status: 200, told: NO_FIELDS_TOLD })
  clock.now = HOUR_MS - 1
  expect((await send()).sent).toEqual([null])
  clock.now = HOUR_MS
  expect((await send()).sent).toEqual(['old', 'new', null])
})

it('facts are still requested after a request that X refuses with any parameter names', async () => {
  const { send } = worldOf(['old', null])
  expect(await send('/wrong')).toMatchObject({ sent: ['old', 'new', null], status: 400 })
  expect(await send()).toMatchObject({ sent: ['old'], told: { facts: true } })
})

it('no other parameter names are tried after a 400 that is not about the names', async () => {
  const { send } = worldOf(['old', null])
  await send()
  expect(await send('/wrong')).toMatchObject({ sent: ['old'], status: 400 })
  expect(await send()).toMatchObject({ sent: ['old'], told: { facts: true } })
})
