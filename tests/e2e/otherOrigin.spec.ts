import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '../../server/http/listen.ts'
import type { Listening } from '../../server/http/listen.ts'
import { loadSite } from '../../server/site/site.ts'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { testApp } from '../server/testApp.ts'
import { expect, test } from './fixtures.ts'

const root = join(import.meta.dirname, '../..')
const originOf = ({ port }: Listening) => `http://localhost:${port}`

test.describe('the built site on another origin than the API', () => {
  test.describe.configure({ mode: 'serial' })
  const listed = ['https://site.example']
  let folder: string
  let servers: [api: Listening, site: Listening, stranger: Listening]

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'checker-site-'))
    const api = await listen(testApp({ origins: listed, difficulty: 2 }), 0)
    const env = { ...process.env, VITE_API_BASE: originOf(api) }
    const build = ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir']
    const { status, stderr } = spawnSync(process.execPath, build, { cwd: root, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    const site = loadSite(folder)
    servers = [api, await listen(testApp({ site }), 0), await listen(testApp({ site }), 0)]
    listed.push(originOf(servers[1]))
  })
  test.afterAll(async () => {
    await Promise.all(servers.map((server) => server.drain(0)))
    rmSync(folder, { recursive: true, force: true })
  })

  test('works where its origin is listed', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${originOf(servers[1])}/`)
    await page.getByLabel(text.form.user.label).fill('sbx_all_bans')
    await page.getByRole('button', { name: text.form.user.submit }).click()
    await expect(page.getByRole('heading', { name: resultText.verdict.found(4) })).toBeVisible()
    await expect(page.getByText(text.sandbox.notice)).toBeVisible()
    const calls = asked.filter((url) => url.includes('/api/'))
    expect(calls.length).toBeGreaterThan(1)
    expect(calls.filter((url) => !url.startsWith(originOf(servers[0])))).toEqual([])
  })

  test.describe('where its origin is not listed', () => {
    test.use({ expectedMessages: [/CORS|Failed to load resource/] })

    test('cannot read the API', async ({ page }) => {
      await page.goto(`${originOf(servers[2])}/`)
      await page.getByLabel(text.form.user.label).fill('sbx_all_bans')
      await page.getByRole('button', { name: text.form.user.submit }).click()
      await expect(page.getByRole('alert').filter({ hasText: text.alert.title })).toBeVisible()
      await expect(page.getByRole('heading', { name: resultText.verdict.found(4) })).toHaveCount(0)
    })
  })
})
