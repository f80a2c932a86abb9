import { afterEach, expect, it } from 'vitest'
import { tryToken } from '../../../server/upstream/x/client/calls.ts'
import { htmlPage, json, problem, startStubX } from './stubX.ts'
import type { Answer, StubX } from './stubX.ts'

const stubs: StubX[] = []
afterEach(() => Promise.all(stubs.splice(0).map((stub) => stub.close())))

async function tried(answer: Answer) {
  const stub = await startStubX({ '/2/': answer })
  stubs.push(stub)
  return { ...(await tryToken(stub.base, 'a-token')), asked: stub.asked }
}

it.each([
  ['takes it', 'the name refused', problem(400, 'invalid-request'), true],
  ['takes it', 'nobody found', json({ errors: [{ title: 'Not Found Error' }] }), true],
  ['X refuses the token', '401', json({ title: 'Unauthorized', status: 401 }, 401), false],
  ['credits are used up', '402', json({ title: 'CreditsDepleted' }, 402), false],
  ['may not use', 'a foreign app', problem(403, 'client-forbidden'), false],
  ['X answered 429', 'a limit', problem(429, 'about:blank'), false],
  ['X answered 503', 'an outage', htmlPage(503), false],
  ['X answered 404', "somebody else's page", htmlPage(404), false],
])('says "%s" of %s', async (words, _answer, answer, isTaken) => {
  const trial = await tried(answer)
  expect(trial.isTaken).toBe(isTaken)
  expect(trial.said).toMatch(/^X_BEARER_TOKEN was tried: .*\.$/)
  expect(trial.said).toContain(words)
  expect(trial.said).not.toContain('a-token')
})

it('asks once, for somebody who cannot be, since failed calls are free', async () => {
  const { asked } = await tried(json({}, 401))
  expect(asked).toEqual(['/2/users/by/username/-'])
})

it('says so where nobody answers', async () => {
  expect(await tryToken('http://127.0.0.1:1', 'a-token')).toMatchObject({
    isTaken: false,
    said: 'X_BEARER_TOKEN was tried: X did not answer, so whether it takes the token is not known.',
  })
})
