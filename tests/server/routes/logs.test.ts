import { expect, it } from 'vitest'
import { outcome } from '../client.ts'
import { scratchFolder } from '../scratch.ts'
import { startServer } from '../serverProcess.ts'
import { give, reportFrom, seen, feedbackTokenOf, unseen } from './given.ts'

it('logs neither feedback tokens nor addresses nor what was seen, not even with a line for each answer, and keeps its counts over a restart', async () => {
  const env = { DATA_DIR: scratchFolder(), AGREEMENT: 'collect', LOG_LEVEL: 'debug' }
  const server = await startServer({ ...env, TRUST_PROXY: '127.0.0.1' })
  const from: typeof server.call = (path, init) => {
    const headers = new Headers(init?.headers)
    headers.set('X-Forwarded-For', '198.51.100.7')
    return server.call(path, { ...init, headers })
  }
  const ticket = await feedbackTokenOf(from, 'sbx_all_bans', 'search_ban')
  expect((await give(from, unseen(ticket))).status).toBe(200)
  expect((await outcome(give(from, seen(ticket)))).code).toBe('counted')
  expect((await outcome(give(from, { ...seen(ticket), verdict: 'clear' }))).code).toBe('bad_ticket')
  await server.kill('SIGTERM')
  const printed = server.output()
  expect(printed).toContain('"route":"/api/agreement","status":409,"code":"counted"')
  for (const told of [ticket.ticket, '198.51.100.7', 'search_ban', 'unseen', 'sbx_all_bans",']) {
    expect(printed).not.toContain(told)
  }
  const again = await startServer(env)
  expect((await reportFrom(again.call)).items).toMatchObject([{ item: 'search_ban', answers: 1, agreed: 1 }])
  await again.kill('SIGTERM')
})
