import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostNamed } from '../../build/site/hosts/hosts.ts'
import type { AddressOf } from '../../server/http/limits.ts'
import { listen } from '../../server/http/listen.ts'
import type { Listening } from '../../server/http/listen.ts'
import { scratchFolder } from '../server/scratch.ts'
import { testApp } from '../server/testApp.ts'
import { serveWithNginx } from './serveWithNginx.ts'
import { SITE } from './siteFacts.ts'

const folder = scratchFolder()
const guide = readFileSync(join(import.meta.dirname, '../../docs/hosting.md'), 'utf8')
/** The part of the guide's server block that leads to the API. */
const [LOCATION = ''] = /^ {2}location ~ [^]*?^ {2}\}$/m.exec(guide) ?? []

let api: Listening
let site: Awaited<ReturnType<typeof serveWithNginx>>
beforeAll(async () => {
  const addressOf: AddressOf = (c) => c.req.header('X-Forwarded-For') ?? ''
  api = await listen(testApp({ addressOf }), 0, '127.0.0.1')
  const include = join(folder, 'dist.nginx.conf')
  const files = hostNamed('nginx').filesBeside?.(SITE, "default-src 'none'", [])
  writeFileSync(include, files?.['dist.nginx.conf'] ?? '')
  const root = join(folder, 'www')
  mkdirSync(root)
  for (const page of ['index', '404', 'healthz-guide']) writeFileSync(join(root, `${page}.html`), page)
  site = await serveWithNginx(root, include, LOCATION.replace('127.0.0.1:8787', `127.0.0.1:${api.port}`))
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await api.drain(0)
})

const textAt = async (path: string, init?: RequestInit) => (await fetch(site.url + path, init)).text()

it("leads the API's calls and its health through the guide's server block, and nothing else", async () => {
  expect(LOCATION).toContain('proxy_pass http://127.0.0.1:8787;')
  expect(await textAt('/healthz')).toBe('{"status":"ok"}')
  expect(await textAt('/api/nothing')).toContain('no_such_call')
  expect(await textAt('/')).toBe('index')
  expect(await textAt('/healthz-guide')).toBe('healthz-guide')
})

it('tells the API whose call it is, and passes on nothing that visitors say of themselves', async () => {
  const forged = { headers: { 'X-Forwarded-For': '203.0.113.7' } }
  // nginx is reached through a socket file here, which is the caller that it knows.
  expect(JSON.parse(await textAt('/api/ip', forged))).toEqual({ ip: 'unix:' })
})
