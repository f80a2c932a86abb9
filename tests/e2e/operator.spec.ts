import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { capabilitySentence } from '../../src/text/capabilities.ts'
import { idOf } from '../contract/idOf.ts'
import { VERDICT, bodyFor, checkAccount } from '../server/client.ts'
import { runTool, startServer } from '../server/serverProcess.ts'
import { simulatedX } from '../server/upstream/simulatedX.ts'
import { startStubX, xEnv } from '../server/upstream/stubX.ts'
import { expect, test } from './fixtures.ts'

const SEARCH_BAN = capabilitySentence({ bans: ['search_ban'], posts: 'visibility' })
const NOTHING = capabilitySentence({ bans: [], posts: 'visibility' })
const HOUR_MS = 3_600_000

/** Six posts that X's search shows, ten hours apart. */
const posts = Array.from({ length: 6 }, (_, index) => ({ id: idOf(Date.now() - (5 + 10 * index) * HOUR_MS) }))

/** The line of an open page about what the server judges, after the page has waited for its next question to the server. */
async function nextLine(page: Page): Promise<string> {
  const answered = page.waitForResponse('**/api/capabilities')
  await page.clock.runFor(31_000)
  await answered
  return page.locator('main p[data-about="account"]').innerText()
}

test('an operator stops judging and resumes it while the server asks X, and the open page and the next check follow', async ({
  page,
}) => {
  const { answer } = simulatedX({ someone: { posts } }, 'before')
  const stub = await startStubX({ '/2/': answer, '/oembed': answer })
  const data = mkdtempSync(join(tmpdir(), 'checker-operator-'))
  const env = { ...xEnv(stub), DATA_DIR: data }
  const server = await startServer(env)
  const searchBan = async () => {
    const check = await checkAccount(server.call, bodyFor('someone', VERDICT))
    const { search_ban, evidence } = (await check.json()) as {
      search_ban: boolean | null
      evidence: { items: { search_ban: { reason: string | null } } }
    }
    return { search_ban, reason: evidence.items.search_ban.reason }
  }
  // A routed request is not answered from the browser's cache, whose clock the page's does not advance.
  await page.route('**/api/capabilities', (route) => route.continue())
  await page.clock.install()
  await page.goto(server.url)
  await expect(page.locator('main p[data-about="account"]')).toHaveText(SEARCH_BAN)
  expect(await searchBan()).toEqual({ search_ban: false, reason: null })

  expect((await runTool('notice', ['--judge', 'none'], env)).status).toBe(0)
  await expect.poll(() => nextLine(page)).toBe(NOTHING)
  expect(await searchBan()).toEqual({ search_ban: null, reason: { cause: 'not_offered' } })

  expect((await runTool('notice', ['--clear'], env)).status).toBe(0)
  await expect.poll(() => nextLine(page)).toBe(SEARCH_BAN)
  expect(await searchBan()).toEqual({ search_ban: false, reason: null })

  await server.kill('SIGTERM')
  await stub.close()
  rmSync(data, { recursive: true, force: true, maxRetries: 3 })
})
