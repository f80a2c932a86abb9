import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs'
import type { InPage, Lack, PageElement, Session } from './Session.ts'

/** The name under which WebDriver hands out an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const NO_WASM = { JSC_useWasm: '0', JSC_useWebAssembly: '0' }
const NO_JIT = { JSC_useJIT: '0' }

/** Options of JavaScriptCore. That no storage is given is for the journeys to arrange: this browser has no switch for it. */
const OPTIONS: Record<Lack, Record<string, string>> = {
  nothing: {},
  wasm: NO_WASM,
  jit: NO_JIT,
  storage: {},
  everything: { ...NO_WASM, ...NO_JIT },
}

/** Milliseconds between two looks at whether the driver listens. */
const LOOK_EVERY = 50

type Programs = { driver: string; browser: string; display: string }

/** WebKitGTK's own browser, spoken to in WebDriver. */
export async function webkitSession({ driver, browser, display }: Programs, lack: Lack): Promise<Session> {
  const child = spawn(driver, ['--port=0'], {
    env: {
      ...process.env,
      ...OPTIONS[lack],
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      // The browser makes its language of these, and of "C" one that Intl refuses.
      LC_ALL: 'ja_JP.UTF-8',
      LANG: 'ja_JP.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Root may not make the sandbox.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
    stdio: 'ignore',
  })
  const port = await portOf(child)
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      const state = child.exitCode ?? child.signalCode ?? 'runs'
      throw new Error(`${method} ${path}: ${String(error.cause)}; the driver: ${state}`)
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
  const created = await send('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        timeouts: { script: 120_000, pageLoad: 60_000 },
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      },
    },
  })
  const session = `/session/${(created as { sessionId: string }).sessionId}`

  async function run<Arguments extends unknown[]>(inPage: InPage<Arguments, unknown>, args: Arguments) {
    const script = `const done = arguments[arguments.length - 1]
      Promise.resolve().then(() => (${inPage.toString()})(...[...arguments].slice(0, -1)))
        .then((value) => done({ value: value ?? null }), (error) => done({ error: String(error) }))`
    const answer = (await send('POST', `${session}/execute/async`, { script, args })) as {
      value?: unknown
      error?: string
    }
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value
  }

  function elementOf(id: string): PageElement {
    return {
      click: async () => void (await send('POST', `${session}/element/${id}/click`, {})),
      type: async (text) => void (await send('POST', `${session}/element/${id}/value`, { text })),
    }
  }

  return {
    go: async (url) => void (await send('POST', `${session}/url`, { url })),
    back: async () => void (await run(() => history.back(), [])),
    evaluate: async (inPage, ...args) => (await run(inPage, args)) as Awaited<ReturnType<typeof inPage>>,
    async element(inPage, ...args) {
      const found = (await run(inPage, args)) as Record<string, string> | null
      const id = found?.[ELEMENT]
      return id ? elementOf(id) : null
    },
    resize: async (width, height) =>
      void (await send('POST', `${session}/window/rect`, { x: 0, y: 0, width, height })),
    screenshot: async () => Buffer.from(String(await send('GET', `${session}/screenshot`)), 'base64'),
    async close() {
      await send('DELETE', session).catch(() => undefined)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
    },
  }
}

/** The port on which the driver listens. It takes a free one and does not say which, so the system is asked. */
async function portOf(driver: ChildProcess): Promise<number> {
  while (driver.exitCode === null && driver.signalCode === null) {
    const port = listening(driver.pid ?? 0)
    if (port !== undefined) return port
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
  }
  throw new Error(`WebKitWebDriver ended (${driver.exitCode ?? driver.signalCode})`)
}

/** How Linux writes that a socket listens. */
const LISTENS = '0A'

function listening(pid: number): number | undefined {
  const own = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkOf(`/proc/${pid}/fd/${fd}`)))
  const sockets = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const found = sockets.find((fields) => fields[3] === LISTENS && own.has(`socket:[${fields[9]}]`))
  return found && parseInt(found[1]?.split(':')[1] ?? '', 16)
}

function readlinkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed since it was listed.
    return ''
  }
}

/** Where Debian and Fedora keep the browser that belongs to the driver. */
export function miniBrowser(): string | undefined {
  return [
    `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
    `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.0/MiniBrowser`,
    '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
  ].find((path) => existsSync(path))
}
