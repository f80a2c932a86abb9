import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { bodyFor, checkAccount, checkBatch, outcome, post, sessionOf } from '../client.ts'
import { scratchFolder } from '../scratch.ts'
import { MAIN, runTool } from '../serverProcess.ts'
import type { ServerProcess } from '../serverProcess.ts'
import { serversOfTests } from '../serversOfTests.ts'
import { json, oembedOf, startStubX, xEnv } from '../upstream/stubX.ts'
import type { Answer } from '../upstream/stubX.ts'

const folder = scratchFolder()
const started = serversOfTests()
const healthOf = async ({ call }: ServerProcess) =>
  (await (await call('/healthz')).json()) as { version?: string; trouble?: string }

it('a proxy that TRUST_PROXY does not name is logged once and is in /healthz', async () => {
  const server = await started({ DATA_DIR: join(folder, 'proxy') })
  const forwarded = { headers: { 'X-Forwarded-For': '198.51.100.1' } }
  for (let time = 0; time < 3; time++) await server.call('/', forwarded)
  const { trouble = '' } = await healthOf(server)
  expect(trouble).toContain('TRUST_PROXY does not name it.')
  expect(trouble).not.toMatch(/\d+\.\d+\./)
  expect(server.output().match(/TRUST_PROXY does not name/g)).toHaveLength(1)
})

it('--version prints the version of package.json, and a misspelt variable is named at the start', async () => {
  const { version } = JSON.parse(readFileSync(join(MAIN, '../../package.json'), 'utf8')) as {
    version: string
  }
  const { stdout, status } = spawnSync(process.execPath, [MAIN, '--version'], { encoding: 'utf8' })
  expect([status, stdout.split(' ')[0]?.trim()]).toEqual([0, version])
  const server = await started({ DATA_DIR: join(folder, 'names'), RATE_LIMIT_PER_MINUT: '5' })
  expect(server.output().match(/Did you mean RATE_LIMIT_PER_MINUTE\?/g)).toHaveLength(1)
  expect((await healthOf(server)).version).toBe(stdout.trim())
})

it('a clock that is more than a minute off from that of X is reported as a problem from the start, until it is right', async () => {
  let ahead = 90_000
  const late: Answer = (url, response, request) => {
    response.setHeader('Date', new Date(Date.now() + ahead).toUTCString())
    json({ errors: [] }, 400)(url, response, request)
  }
  const stub = await startStubX({ '/oembed': json(oembedOf()), '/2/': late })
  const server = await started({ ...xEnv(stub), DATA_DIR: join(folder, 'clock') })
  const trouble = async () => (await healthOf(server)).trouble ?? ''
  await expect.poll(trouble).toContain("This machine's clock is more than a minute behind X's.")
  ahead = -90_000
  await checkAccount(server.call, bodyFor('someone'))
  expect(await trouble()).toContain("This machine's clock is more than a minute ahead of X's.")
  ahead = 30_000
  await checkAccount(server.call, bodyFor('another'))
  expect(await trouble()).not.toContain('clock')
  expect(server.output().match(/more than a minute/g)).toHaveLength(2)
  await stub.close()
})

it('DENY_FILE is read again on SIGHUP', async () => {
  const path = join(folder, 'deny.txt')
  writeFileSync(path, '')
  const server = await started({ DATA_DIR: join(folder, 'deny'), DENY_FILE: path })
  const ask = () => outcome(post(server.call, '/api/generate-keyvalue', bodyFor('sbx_clear')))
  expect((await ask()).status).toBe(200)
  writeFileSync(path, '127.0.0.1\n')
  server.signal('SIGHUP')
  await expect.poll(ask).toEqual({ status: 403, code: 'denied' })
  await expect
    .poll(() => server.output())
    .toContain('A call from an address of DENY or DENY_FILE is refused.')
  expect(
    server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join(),
  ).not.toContain('127.0.0.1')
  writeFileSync(path, 'nobody\n')
  server.signal('SIGHUP')
  await expect.poll(() => server.output()).toContain('The former list stays in force')
  expect((await ask()).status).toBe(403)
})

it('a SIGHUP while the server starts does not end it', async () => {
  const store = createServer()
  store.listen(0, '127.0.0.1')
  await once(store, 'listening')
  const STORE_URL = `redis://127.0.0.1:${(store.address() as AddressInfo).port}`
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env['PATH'], STORE_URL, PORT: '0' } })
  const [socket] = (await once(store, 'connection')) as [Socket]
  child.kill('SIGHUP')
  socket.destroy()
  store.close()
  expect(await once(child, 'exit')).toEqual([1, null])
})

it('the notice command sets the notice, the maintenance and the judged items of the running server, and clears them again', async () => {
  const env = { DATA_DIR: join(folder, 'notice') }
  const server = await started(env)
  const capabilities = async () => (await (await server.call('/api/capabilities')).json()) as object
  const notice = (...args: string[]) => runTool('notice', args, env)
  expect((await notice('Tonight from 22:00')).said).toBe('Notice: Tonight from 22:00\n')
  await expect.poll(capabilities).toMatchObject({ notice: 'Tonight from 22:00' })
  expect((await notice('--maintenance', 'Back at noon')).status).toBe(0)
  await expect.poll(capabilities).toMatchObject({ notice: 'Back at noon', maintenance: true })
  expect((await notice('--judge', 'none')).said).toContain('Judged: nothing')
  expect((await notice('--judge', 'none,posts')).status).toBe(64)
  expect((await notice('one', '--clear')).status).toBe(64)
  expect((await notice('--clear')).said).toBe('Nothing is set: everything is as in the environment.\n')
  await expect.poll(capabilities).not.toHaveProperty('notice')
  expect((await checkAccount(server.call, bodyFor('sbx_clear'))).status).toBe(200)
})

it('the metrics have the version, saves, and the dollars of the day, which a restart and the spent command agree on', async () => {
  const user = { data: { id: '1', username: 'someone', name: 'Someone' } }
  const stub = await startStubX({ '/oembed': json(oembedOf()), '/2/users/by/username/': json(user) })
  const env = {
    ...xEnv(stub),
    DATA_DIR: join(folder, 'metrics'),
    METRICS_PORT: '0',
    METRICS_HOST: '127.0.0.2',
  }
  const valueIn = (text: string, name: string) =>
    new RegExp(`^shadowban_${name}(?:\\{[^}]*\\})? (.*)$`, 'm').exec(text)?.[1]
  const metricsOf = async (server: ServerProcess) => {
    const [url = ''] = /http:\/\/127\.0\.0\.2:\d+\/metrics/.exec(server.output()) ?? []
    return (await fetch(url)).text()
  }
  const first = await started(env)
  await checkAccount(first.call, bodyFor('someone'))
  const text = await metricsOf(first)
  const spent = Number(valueIn(text, 'x_day_dollars'))
  expect(spent).toBeGreaterThan(0)
  expect(valueIn(text, 'x_day_limit_dollars')).toBe('5')
  expect(valueIn(text, 'build_info')).toBe('1')
  expect(text).toContain('shadowban_saves_total{outcome="failed"} 0')
  // As `promtool check metrics` asks: the names of counters end in `_total`, and no others.
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({ name, type }))
  expect(types.length).toBeGreaterThan(20)
  expect(types.filter(({ name, type }) => (type === 'counter') !== name?.endsWith('_total'))).toEqual([])
  await first.kill('SIGTERM')
  const second = await started(env)
  expect(Number(valueIn(await metricsOf(second), 'x_day_dollars'))).toBeCloseTo(spent)
  expect((await runTool('spent', [], env)).said).toContain(`$${spent.toFixed(3)} of $5 `)
  await stub.close()
})

it('a save that fails is counted, and is a problem in /healthz until the next save succeeds; the check is answered without a link', async () => {
  const path = join(folder, 'saves')
  const server = await started({ DATA_DIR: path, METRICS_PORT: '0' })
  const [metrics = ''] = /http:\/\/\S+\/metrics/.exec(server.output()) ?? []
  const saves = async (outcome: string) =>
    new RegExp(`^shadowban_saves_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(
      await (await fetch(metrics)).text(),
    )?.[1]
  const check = async () => {
    const answer = await checkBatch(server.call, ['https://x.com/sbx_clear/status/1'])
    return { status: answer.status, id: await sessionOf(answer) }
  }
  const database = new DatabaseSync(join(path, 'checker.db'))
  database.exec("CREATE TRIGGER full BEFORE INSERT ON history BEGIN SELECT RAISE(FAIL, 'full'); END")
  expect(await check()).toEqual({ status: 200, id: '' })
  expect((await healthOf(server)).trouble).toContain('The last result could not be saved')
  expect([await saves('failed'), await saves('saved')]).toEqual(['1', '0'])
  database.exec('DROP TRIGGER full')
  database.close()
  expect((await check()).id).toHaveLength(22)
  expect(await healthOf(server)).not.toHaveProperty('trouble')
  expect([await saves('failed'), await saves('saved')]).toEqual(['1', '1'])
})
