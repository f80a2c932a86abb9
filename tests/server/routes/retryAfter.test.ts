import { expect, it } from 'vitest'
import type { AccountCheck } from '../../../contract/wire.ts'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
import { bodyFor, checkAccount, inProcess } from '../client.ts'
import { testApp } from '../testApp.ts'

const NOW = 1_790_000_000_000
const after = (seconds: number) => ({ rate_limit: true, reset: NOW + seconds * 1000 })
const OPEN = { rate_limit: false }
type Groups = AccountCheck['api_status']

/** What a check's answer asks to wait, where X's limits are these. */
async function waitFor(
  userSearchGroup: Groups['userSearchGroup'],
  userTimelineGroup: Groups['userTimelineGroup'],
) {
  const sandbox = createSandbox()
  const app = testApp({
    difficulty: 1,
    now: () => NOW,
    upstream: {
      ...sandbox,
      checkAccount: async (request, caller) => ({
        ...(await sandbox.checkAccount(request, caller)),
        api_status: { userSearchGroup, userTimelineGroup },
      }),
    },
  })
  const answer = await checkAccount(inProcess(app), bodyFor('sbx_clear'))
  expect(answer.status).toBe(200)
  return answer.headers.get('Retry-After')
}

it('asks for no wait where X answered everything, or names no time', async () => {
  expect(await waitFor(OPEN, OPEN)).toBeNull()
  expect(await waitFor({ rate_limit: true }, OPEN)).toBeNull()
  expect(await waitFor({ rate_limit: false, reset: NOW + 60_000 }, OPEN)).toBeNull()
})

it('asks to wait for the one limit that holds', async () => {
  expect(await waitFor(after(60), OPEN)).toBe('60')
  expect(await waitFor(OPEN, after(90))).toBe('90')
})

it('asks to wait for the later of two limits: before that, another check would lack something again', async () => {
  expect(await waitFor(after(60), after(300))).toBe('300')
  expect(await waitFor(after(300), after(60))).toBe('300')
})

it('asks for whole seconds, and for none too few', async () => {
  expect(await waitFor(after(59.2), OPEN)).toBe('60')
})

it('asks for a second at least, and for a quarter of an hour at most', async () => {
  expect(await waitFor(after(-5), OPEN)).toBe('1')
  expect(await waitFor(after(0.2), OPEN)).toBe('1')
  expect(await waitFor(after(900), OPEN)).toBe('900')
  expect(await waitFor(after(4000), OPEN)).toBe('900')
})
