import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { ensureTestChromium } from '../run/programs.ts'
import { scratchFolder } from '../server/scratch.ts'
import { startRuntime } from './runtime.ts'
import type { Running } from './runtime.ts'

let running: Running
let browser: Browser
beforeAll(async () => {
  running = await startRuntime(scratchFolder(), { POW_DIFFICULTY: '3' })
  browser = await chromium.launch({
    executablePath: ensureTestChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
})
afterAll(async () => {
  await browser.close()
  await running.kill()
})

it('shows an account check and a post check in Chromium', async () => {
  const page = await browser.newPage({ locale: 'ja-JP' })
  await page.goto(running.url)
  await page.getByLabel(text.form.user.label).fill('sbx_search')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await page.getByRole('heading', { name: /1件のシャドウバン/ }).waitFor()

  await page.goto(`${running.url}/tweetcheck`)
  await page.getByLabel(postFormText.row.label(1)).fill('https://x.com/sbx_clear/status/1980000000000000007')
  await page.getByRole('button', { name: text.post.submit }).click()
  await page.locator('li[data-group="excluded"]').waitFor()
  await expect.poll(() => page.url()).toMatch(/\/tweetcheck\/history\/[\w-]{22}$/)
})
