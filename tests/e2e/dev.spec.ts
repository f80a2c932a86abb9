import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { copyOfTree } from './startServer.ts'
import { expect, test } from './fixtures.ts'

/** `npm run dev` in a folder, on ports that it takes by itself; ended with all that it started. */
async function startDev(folder: string): Promise<AsyncDisposable & { url: string; output: () => string }> {
  const dev = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', PORT: '0', SANDBOX_LATENCY_MS: '0' },
    detached: true,
  })
  const ended = once(dev, 'exit')
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      const [, site] = /Local:\s+(http:\S+)/.exec(said) ?? []
      if (site && said.includes('Listening on')) resolve(site)
    }
    dev.stdout.on('data', read)
    dev.stderr.on('data', read)
    dev.once('exit', (code) => reject(new Error(`npm run dev ended (${code}): ${said}`)))
  })
  return {
    url,
    output: () => said,
    async [Symbol.asyncDispose]() {
      process.kill(-(dev.pid ?? 0), 'SIGTERM')
      await ended
    },
  }
}

function change(file: string, from: string, to: string): void {
  const before = readFileSync(file, 'utf8')
  expect(before).toContain(from)
  writeFileSync(file, before.replace(from, to))
}

test('npm run dev serves a page that checks an account, and shows changes of the page and of the server', async ({
  page,
}) => {
  using copy = copyOfTree()
  await using dev = await startDev(copy.folder)
  await page.goto(dev.url)
  await page.getByLabel(text.form.user.label).fill('sbx_search')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await expect(page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) })).toBeVisible()

  change(join(copy.folder, 'src/text/ja.ts'), text.home.lead, 'A lead that was changed.')
  await expect(page.getByText('A lead that was changed.')).toBeVisible()
  // What a page asks of a server that is starting anew, or has ended, is an error of the page.
  await page.goto('about:blank')

  const unknown = async () => await (await page.request.get(`${dev.url}api/unknown`)).text()
  const told = 'There is no such call.'
  expect(await unknown()).toContain(told)
  change(join(copy.folder, 'contract/reasons.ts'), told, 'A sentence that was changed.')
  await expect.poll(unknown).toContain('A sentence that was changed.')
})
