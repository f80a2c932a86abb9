import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  bodyFor,
  checkAccount,
  checkBatch,
  headersOf,
  outcome,
  post,
  redeemAccount,
  sessionOf,
  solved,
  underWay,
} from './client.ts'
import { scratchFolder } from './scratch.ts'
import { MAIN } from './serverProcess.ts'
import type { ServerProcess } from './serverProcess.ts'
import { serversOfTests } from './serversOfTests.ts'
import { json, oembedOf, startStubX, suspended, xEnv } from './upstream/stubX.ts'

const folder = scratchFolder()
const started = serversOfTests()
const body = bodyFor('sbx_clear')

describe('a server process', () => {
  it('the server ends with one sentence about what it cannot open, without the password', async () => {
    const holder = createServer().listen(0)
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    const own = {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: join(folder, 'second'),
      LOG_LEVEL: 'silent',
    }
    const saidTo = (wrong: Record<string, string>) =>
      spawnSync(process.execPath, [MAIN], { env: { ...own, ...wrong }, encoding: 'utf8', timeout: 120_000 })
        .stderr
    expect(saidTo({ PORT: String(port) })).toBe(`PORT ${port} cannot be opened: EADDRINUSE\n`)
    expect(saidTo({ STORE_URL: 'redis://:password@127.0.0.1:1' })).toBe(
      'STORE_URL cannot be reached: ECONNREFUSED\n',
    )
    expect(saidTo({ DATA_DIR: '/dev/null/x' })).toBe('The database in DATA_DIR cannot be opened: ENOTDIR\n')
    expect(saidTo({ METRICS_PORT: String(port) })).toBe(`METRICS_PORT ${port} cannot be opened: EADDRINUSE\n`)
    const broken = (name: string, file: string, text: string) => {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, file), text)
      return { DATA_DIR: join(folder, name), LOG_LEVEL: 'debug' }
    }
    expect(saidTo(broken('data', 'checker.db', 'SECRET '.repeat(2000)))).toBe(
      'The database in DATA_DIR cannot be opened: file is not a database\n',
    )
    expect(saidTo(broken('keys', 'secrets.json', '[{"secret":"SECRET-short","from":0}]'))).toBe(
      'The challenge keys cannot be read: secrets.json is missing or damaged; restore it, or remove it and restart for new challenge keys.\n',
    )
    holder.close()
  })

  it('the server ends with one sentence if it may no longer write into its data folder', async () => {
    const place = join(folder, 'read only')
    await (await started({ DATA_DIR: place })).kill('SIGINT')
    // Root may write anywhere, so long as it has the right to.
    const asOthers = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : []
    chmodSync(place, 0o555)
    const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: place }
    const [program = '', ...rest] = [...asOthers, process.execPath, MAIN]
    const { status, stderr } = spawnSync(program, rest, { env, encoding: 'utf8', timeout: 120_000 })
    chmodSync(place, 0o755)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^The database in DATA_DIR cannot be opened: [^\n]+\n$/)
  })

  it('the server answers from X if it is configured to', async () => {
    const stub = await startStubX({
      '/oembed': json(oembedOf()),
      '/2/users/by/username/': json(suspended('someone')),
    })
    const env = { ...xEnv(stub), DATA_DIR: join(folder, 'x') }
    const { call } = await started(env)
    const batch = await checkBatch(call, ['https://x.com/a/status/1'])
    expect(batch.headers.get('X-Upstream')).toBe('x-api')
    expect(await batch.json()).toMatchObject({ results: [{ status: 'UNSEARCHED' }] })
    expect(await (await checkAccount(call, bodyFor('someone'))).json()).toMatchObject({ suspend: true })

    const unpermitted = await started({ ...env, X_ACCOUNT_CHECKS: '' })
    const refused = await outcome(checkAccount(unpermitted.call, bodyFor('someone')))
    expect(refused).toEqual({ status: 503, code: 'not_offered' })
    expect(unpermitted.output()).toContain('Account checks are off: ')
    expect(await (await unpermitted.call('/healthz')).text()).toContain('Account checks are off: ')
    await stub.close()
  })

  it('the server reports from its start that X refuses the token, logs it once, and tells visitors that this is not their fault', async () => {
    const stub = await startStubX({
      '/oembed': json(oembedOf()),
      '/2/': json({ title: 'Unauthorized', status: 401 }, 401),
    })
    const path = join(folder, 'token')
    writeFileSync(path, 'a-wrong-token\n')
    const { X_BEARER_TOKEN: _, ...env } = xEnv(stub)
    const wrong = { DATA_DIR: join(folder, 'refused'), X_BEARER_TOKEN_FILE: path, METRICS_PORT: '0' }
    const { call, output } = await started({ ...env, ...wrong })
    await expect.poll(async () => (await call('/healthz')).text()).toContain('X refuses the token')
    const [metrics = ''] = /http:\/\/\S+\/metrics/.exec(output()) ?? []
    expect(await (await fetch(metrics)).text()).toContain(
      'shadowban_x_refused{endpoint="user",fault="token"} 1',
    )
    for (const name of ['someone', 'another']) {
      const answer = await checkAccount(call, bodyFor(name))
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(200)
      expect(await outcome(answer)).toEqual({ status: 503, code: 'operator_refused' })
    }
    expect(stub.asked.filter((path) => path.startsWith('/2/users/by/username/someone'))).toHaveLength(1)
    expect(stub.asked.filter((path) => path.startsWith('/2/users/by/username/another'))).toEqual([])
    await expect.poll(() => output().match(/X_BEARER_TOKEN was tried: X refuses the token/g)).toHaveLength(1)
    expect(output().match(/Account checks pause/g)).toHaveLength(1)
    expect(output()).not.toContain('a-wrong-token')
    expect((await checkBatch(call, ['https://x.com/a/status/1'])).status).toBe(200)
    await stub.close()
  })

  it('on SIGTERM the server announces its end, answers new requests for two seconds, finishes those under way and exits with 0', async () => {
    // Longer than the grace, so that the check ends after the port is closed.
    const env = { DATA_DIR: join(folder, 'drain'), SANDBOX_LATENCY_MS: '3000' }
    const { call, kill, url } = await started(env)
    const first = await solved(call, body)
    const check = await underWay(`${url}/api/check-by-user`, body, headersOf(first))
    const ended = kill('SIGTERM')
    let health = await call('/healthz')
    while (health.status === 200) health = await call('/healthz')
    const challenge = await post(call, '/api/generate-keyvalue', body)
    expect(challenge.status).toBe(200)
    expect(health.status).toBe(503)
    expect(await health.json()).toMatchObject({ status: 'unavailable', code: 'shutting_down' })
    expect(health.headers.get('Connection')).toBe('close')
    expect((await check.answer).status).toBe(200)
    expect((await ended).code).toBe(0)
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
  })

  it('the server tells checks that it cancels at its end that it restarts', async () => {
    const { call, kill, url } = await started({ DATA_DIR: join(folder, 'cut'), SANDBOX_FAULT: 'hang' })
    const proof = await solved(call, body)
    const cut = await underWay(`${url}/api/check-by-user`, body, headersOf(proof))
    expect((await kill('SIGINT')).code).toBe(0)
    expect(await cut.answer).toMatchObject({ status: 503, body: { code: 'shutting_down' } })
  })

  it('the server logs routes and codes, but no address, name, URL, token or counter', async () => {
    const env = {
      DATA_DIR: join(folder, 'logs'),
      LOG_LEVEL: 'debug',
      TRUST_PROXY: '127.0.0.0/8',
    }
    const server = await started(env)
    const call: typeof server.call = (path, init) => {
      const headers = new Headers(init?.headers)
      headers.set('X-Forwarded-For', '203.0.113.7')
      return server.call(path, { ...init, headers })
    }
    const proof = await solved(call, body)
    await redeemAccount(call, body, proof)
    await redeemAccount(call, body, proof)
    await checkAccount(call, bodyFor('sbx_err_500'))
    const id = await sessionOf(await checkBatch(call, ['https://x.com/private_name/status/1']))
    await call(`/api/get-history-by-session-id?id=${id}`)
    await call('/api/oembed?url=https://x.com/private_name/status/123456')
    await server.kill('SIGTERM')
    // Beside its log the server prints, once, names of the sandbox to try.
    const lines = server.output().split('\n')
    const log = lines.filter((line) => line.startsWith('{')).join('\n')
    expect(log).toContain('"route":"/api/check-by-user","status":409,"code":"already_used"')
    for (const secret of [
      'sbx_clear',
      'sbx_err_500',
      'private_name',
      '123456',
      '203.0.113',
      '127.0.0.1',
      proof.token,
      id,
    ])
      expect(log).not.toContain(secret)
  })

  it('the server counts its answers on a port of their own, and writes nothing of previews that it refuses into its log', async () => {
    const env = { METRICS_PORT: '0', RATE_LIMIT_PER_MINUTE: '1', LOG_LEVEL: 'info' }
    const { call, output, url } = await started({ DATA_DIR: join(folder, 'refusals'), ...env })
    const before = output()
    const statuses: number[] = []
    for (let index = 0; index < 6; index++)
      statuses.push((await call('/api/oembed?url=https://x.com/sbx_clear/status/1980000000000000007')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    const [, place = ''] = /^Metrics on (\S+)$/m.exec(output()) ?? []
    const metrics = await (await fetch(place)).text()
    expect(metrics).toContain('shadowban_answers_total{route="/api/oembed",status="200",code=""} 4')
    expect(metrics).toContain(
      'shadowban_answers_total{route="/api/oembed",status="429",code="rate_limited"} 2',
    )
    expect((await fetch(`${url}/metrics`)).headers.get('Content-Type') ?? '').not.toContain('version=0.0.4')
    expect(output()).toBe(before)
  })
})

describe('addresses', () => {
  /** Whether a server answers at another address of this machine than the one that proxies call. */
  const answersElsewhere = ({ url }: ServerProcess) =>
    fetch(`${url.replace('127.0.0.1', '127.0.0.2')}/healthz`).then(
      () => true,
      () => false,
    )

  it('the server prints where it listens and which invented accounts to try, and answers at every address, but behind a proxy of this machine only at 127.0.0.1', async () => {
    const env = { DATA_DIR: join(folder, 'addresses') }
    const server = await started(env)
    expect(server.output()).toMatch(
      /^Listening on http:\/\/localhost:\d+ — .*sbx_clear, sbx_all_bans, sbx_mixed\n$/,
    )
    expect(await answersElsewhere(server)).toBe(true)
    expect(await answersElsewhere(await started({ ...env, TRUST_PROXY: '127.0.0.1' }))).toBe(false)
  })

  it('the server logs settings that are allowed but dangerous', async () => {
    const env = { DATA_DIR: join(folder, 'dangerous'), UPSTREAM: 'x', POW_DIFFICULTY: '0' }
    const warned = (await started({ ...env, TRUST_PROXY: '10.0.0.7' }))
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":40'))
    const names = ['RATE_LIMIT_PER_MINUTE=0', 'POW_DIFFICULTY=0', 'TRUST_PROXY']
    for (const name of names) expect(warned.filter((line) => line.includes(`"msg":"${name}`))).toHaveLength(1)
  })
})
