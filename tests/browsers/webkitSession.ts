import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { Builder } from 'selenium-webdriver'
import type { WebElement } from 'selenium-webdriver'
import { DriverService } from 'selenium-webdriver/remote/index.js'
import { rejectAfter } from '../../contract/async.ts'
import { findProgram } from '../run/programs.ts'
import type { InPage, Lack, Session } from './Visitor.ts'

/** Longest wait, in milliseconds, for a page to load … */
const PATIENCE = 120_000
/** … and for a script that waits to answer: one whose page is left meanwhile never does, and is asked again. */
const SCRIPT_PATIENCE = 15_000
/**
 * Longest wait, in milliseconds, for the driver itself. It counts the time of a script in the page, and one that the browser keeps when it is left
 * counts nothing: such a command is never answered.
 */
const ANSWER_PATIENCE = 60_000

const NO_WASM = { JSC_useWasm: '0', JSC_useWebAssembly: '0' }
const NO_JIT = { JSC_useJIT: '0' }

/** Options of JavaScriptCore. That no storage is given is for the journeys to arrange: this browser has no switch for it. */
const OPTIONS: Record<Lack, Record<string, string>> = {
  nothing: {},
  everything: { ...NO_WASM, ...NO_JIT },
}

/** WebKitGTK's own browser, driven by Selenium in WebDriver, on a display that nobody looks at. */
export async function webkitSession(lack: Lack): Promise<Session> {
  const display = await openDisplay()
  const service = new DriverService.Builder(findProgram('WebKitWebDriver'))
    .setLoopback(true)
    .setEnvironment({
      ...process.env,
      ...OPTIONS[lack],
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      // The browser makes its language of these, and of "C" one that Intl refuses.
      LC_ALL: 'ja_JP.UTF-8',
      LANG: 'ja_JP.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Root may not make the sandbox.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    })
    .build()
  const driver = await new Builder()
    .usingServer(await service.start(PATIENCE))
    // Selenium sends a command again whose connection was lost: on one that is kept open, a text would be typed twice.
    .usingHttpAgent(new Agent({ keepAlive: false }))
    .withCapabilities({
      browserName: 'MiniBrowser',
      timeouts: { script: SCRIPT_PATIENCE, pageLoad: PATIENCE },
      'webkitgtk:browserOptions': { binary: findProgram('MiniBrowser'), args: ['--automation'] },
    })
    .build()

  const answered = <Answer>(command: Promise<Answer>, patience = ANSWER_PATIENCE) =>
    rejectAfter(command, patience, 'WebKitWebDriver does not answer')

  // A script of one task: no way to leave the page, or to load it again, comes before its answer.
  const run = <Arguments extends unknown[]>(inPage: InPage<Arguments, unknown>, args: Arguments) =>
    answered(driver.executeScript(`return (${inPage.toString()})(...arguments)`, ...args))

  return {
    go: (url) => answered(driver.get(url), PATIENCE + ANSWER_PATIENCE),
    async resize(width, height) {
      const frame = await run(() => [outerWidth - innerWidth, outerHeight - innerHeight], [])
      const [x = 0, y = 0] = frame as number[]
      const window = driver.manage().window()
      await answered(window.setRect({ width: width + x, height: height + y }))
    },
    // A script that went back itself might be gone before it has answered.
    back: async () => void (await run(() => void setTimeout(() => history.back()), [])),
    evaluate: async (inPage, ...args) => (await run(inPage, args)) as Awaited<ReturnType<typeof inPage>>,
    async element(inPage, ...args) {
      const found = (await run(inPage, args)) as WebElement | null
      return (
        found && {
          click: () => answered(found.click()),
          type: (text) => answered(found.sendKeys(text)),
        }
      )
    },
    async close() {
      await answered(driver.quit()).catch(() => undefined)
      await service.kill()
      display.close()
    },
  }
}

/** A display on a number that Xvfb finds free. */
async function openDisplay(): Promise<{ name: string; close: () => void }> {
  const child = spawn(
    findProgram('Xvfb'),
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const pipe = child.stdio[3]
  if (!pipe) throw new Error('Xvfb has no pipe')
  const [number] = (await once(pipe, 'data')) as [Buffer]
  return { name: `:${number.toString().trim()}`, close: () => void child.kill() }
}
