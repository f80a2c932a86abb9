import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { SANDBOX_REASONS } from '../../server/upstream/sandboxPosts.ts'
import { capabilitySentence } from '../../src/text/capabilities.ts'
import { idOf } from '../contract/idOf.ts'
import { VERDICT, bodyFor, checkAccount } from '../server/client.ts'
import { runTool, startServer } from '../server/serverProcess.ts'
import { simulatedX } from '../server/upstream/simulatedX.ts'
import { startStubX, xEnv } from '../server/upstream/stubX.ts'
import { postSearchText } from '../../src/text/postSearch.ts'
import { text } from '../../src/text/ja.ts'
import { expect, test } from './fixtures.ts'
import { UNKNOWN, fillRows, results, sandboxPost, start } from './postSteps.ts'
import { check } from './steps.ts'

const SEARCH_BAN = capabilitySentence({ bans: ['search_ban'], posts: 'visibility' })
const NOTHING = capabilitySentence({ bans: [], posts: 'visibility' })
const HOUR_MS = 3_600_000

/** Six posts that X's search shows, ten hours apart. */
const posts = Array.from({ length: 6 }, (_, index) => ({ id: idOf(Date.now() - (5 + 10 * index) * HOUR_MS) }))

/** The line of an open page about what the server judges, after the page has waited for its next question to the server. */
async function nextLine(page: Page): Promise<string> {
  const answered = page.waitForResponse('**/api/capabilities')
  await page.clock.fastForward(31_000)
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

test.describe('while the operator has closed the server', () => {
  test.use({ expectedMessages: [/503/] })

  const WORDS = '正午までお休みします。'

  test('every check says what the operator wrote: a first one of an account, one of posts that is repeated, and one of a row', async ({
    context,
  }) => {
    const data = mkdtempSync(join(tmpdir(), 'checker-closed-'))
    const env = { DATA_DIR: data }
    const server = await startServer(env)
    const open = async (path: string) => {
      const opened = await context.newPage()
      await opened.goto(server.url + path)
      return opened
    }
    const notAsked = SANDBOX_REASONS.findIndex(({ cause }) => cause === 'not_asked')
    const posts = await open('/tweetcheck')
    await fillRows(posts, [UNKNOWN, sandboxPost(`${notAsked}5`)])
    await start(posts)
    await expect(results(posts)).toHaveCount(2)
    const first = await open('/')

    expect((await runTool('notice', ['--maintenance', WORDS], env)).status).toBe(0)
    await expect
      .poll(async () => await (await server.call('/api/capabilities')).json())
      .toMatchObject({ maintenance: true })
    await check(first, 'sbx_clear')
    await expect(first.getByRole('alert').filter({ hasText: WORDS })).toBeVisible()
    const said = posts.getByRole('alert').filter({ hasText: WORDS })
    await posts.getByRole('button', { name: text.post.again(1, 2) }).click()
    await expect(said).toBeVisible()
    const row = results(posts).last()
    await row.getByRole('button', { name: postSearchText.again }).click()
    await expect(row.getByRole('alert').filter({ hasText: WORDS })).toBeVisible()
    await expect(said).toHaveCount(1)

    await server.kill('SIGTERM')
    rmSync(data, { recursive: true, force: true, maxRetries: 3 })
  })
})
