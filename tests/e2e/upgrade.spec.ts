import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { howText } from '../../src/text/how.ts'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { copyOfTree } from './startServer.ts'
import { MAIN, startServer } from '../server/serverProcess.ts'
import type { ServerProcess } from '../server/serverProcess.ts'
import { expect, test, waitForHydration } from './fixtures.ts'
import { countLoads } from './observe.ts'

// What docs/operating.md promises in "Upgrades", with two builds and two servers that follow each other behind one address.

/** One word, which no line ends in. */
const NEW_LEAD = 'NewVersion'

test.describe('a tab that is open during an upgrade', () => {
  test.describe.configure({ mode: 'serial' })
  let next: ReturnType<typeof copyOfTree>
  let data: string
  let server: ServerProcess
  /** Settled while a server is up: like a load balancer, the address holds requests back between two. */
  let isUp = Promise.resolve()
  const front = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming
    const isRead = method === 'GET'
    const pass = async () => {
      await isUp
      // A connection of its own: one that is kept may be closed by the server that ends just when it is used again.
      const forward = request(server.url + url, { method, headers, agent: false }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      // The server that ends drops what it has not yet accepted: what only reads is asked of the next one.
      forward.once('error', () => {
        if (isRead && !outgoing.headersSent && !outgoing.destroyed) void pass()
        else outgoing.destroy()
      })
      if (isRead) forward.end()
      else incoming.pipe(forward)
    }
    void pass()
  })
  const address = () => `http://localhost:${(front.address() as AddressInfo).port}/`

  test.beforeAll(async () => {
    next = copyOfTree()
    const words = join(next.folder, 'src/text/ja.ts')
    writeFileSync(words, readFileSync(words, 'utf8').replace(text.home.lead, NEW_LEAD))
    const { status, stderr } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
      cwd: next.folder,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    await new Promise<void>((resolve) => front.listen(0, resolve))
  })
  test.beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'checker-upgrade-'))
    server = await startServer({ DATA_DIR: data })
  })
  test.afterEach(async () => {
    await server.kill('SIGTERM')
    rmSync(data, { recursive: true, force: true, maxRetries: 3 })
  })
  test.afterAll(() => {
    front.closeAllConnections()
    front.close()
    next[Symbol.dispose]()
  })

  async function upgrade(): Promise<void> {
    const up = Promise.withResolvers<void>()
    isUp = up.promise
    await server.kill('SIGTERM')
    server = await startServer({ DATA_DIR: data }, { main: join(next.folder, 'server/main.ts') })
    up.resolve()
    expect(await (await server.call('/')).text()).toContain(NEW_LEAD)
  }

  test.describe('if the old assets are gone', () => {
    test.use({ expectedMessages: [/Failed to load resource/] })

    test('a tab that is open during an upgrade shows the new version after one reload if the old assets are gone', async ({
      page,
    }) => {
      await page.goto(address())
      await waitForHydration(page)
      const loads = countLoads(page)
      await upgrade()
      await page.getByRole('contentinfo').getByRole('link', { name: text.how }).click()
      await expect(page.getByRole('heading', { level: 1, name: howText.h1 })).toBeVisible()
      expect(loads.count).toBe(1)
      // A link of a page that is not hydrated yet loads the next one as any link does.
      await waitForHydration(page)
      await page.getByRole('link', { name: text.tab.account, exact: true }).click()
      await expect(page.getByText(NEW_LEAD)).toBeVisible()
      expect(loads.count).toBe(1)
    })
  })

  test('a tab that is open during an upgrade continues its check if the old assets are next to the new ones', async ({
    page,
  }) => {
    cpSync(join(MAIN, '../../dist/assets'), join(next.folder, 'dist/assets'), {
      recursive: true,
      force: false,
    })
    await page.goto(address())
    await waitForHydration(page)
    const loads = countLoads(page)
    const upgraded = Promise.withResolvers<void>()
    const proved = Promise.withResolvers<void>()
    await page.route('**/api/*', async (route) => {
      if (route.request().method() === 'POST' && route.request().postData()) {
        proved.resolve()
        await upgraded.promise
      }
      await route.continue()
    })
    await page.getByLabel(text.form.user.label).fill('sbx_search')
    await page.getByRole('button', { name: text.form.user.submit }).click()
    await proved.promise
    await upgrade()
    upgraded.resolve()
    await expect(
      page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) }),
    ).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: text.how }).click()
    await expect(page.getByRole('heading', { level: 1, name: howText.h1 })).toBeVisible()
    await page.getByRole('link', { name: text.tab.account, exact: true }).click()
    await expect(page.getByText(NEW_LEAD)).toHaveCount(0)
    expect(loads.count).toBe(0)
  })
})
