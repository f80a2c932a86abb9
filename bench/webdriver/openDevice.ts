import * as v from 'valibot'
import { ScriptError } from '../page/exitCodes.ts'
import type { DrivenBrowser } from '../page/openBrowser.ts'

const Created = v.object({ sessionId: v.string() })

const TIMEOUTS = { script: 60_000, pageLoad: 120_000 }

/** Opens a browser on a device through any WebDriver: the browser's own (chromedriver, geckodriver, safaridriver, WebKitWebDriver), Appium or a grid. */
export async function openDevice(driver: string, capabilities: object): Promise<DrivenBrowser> {
  const base = driver.replace(/\/+$/, '')
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${base}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    }).catch((cause: unknown) => {
      throw new ScriptError(
        'unreachable',
        `The driver at ${driver} does not answer: start it, or name another with --driver`,
        cause,
      )
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok)
      throw new ScriptError('unreachable', `The driver refuses ${path}: ${JSON.stringify(value)}`)
    return value
  }
  const asked = { capabilities: { alwaysMatch: { timeouts: TIMEOUTS, ...capabilities } } }
  const { sessionId } = v.parse(Created, await send('POST', '/session', asked))
  const session = `/session/${sessionId}`
  return {
    go: async (url) => void (await send('POST', `${session}/url`, { url })),
    async evaluate(inPage, ...args) {
      const script = `const done = arguments[arguments.length - 1]
        Promise.resolve().then(() => (${inPage.toString()})(...[...arguments].slice(0, -1)))
          .then((value) => done({ value: value === undefined ? null : value }), (error) => done({ error: String(error) }))`
      const answer = (await send('POST', `${session}/execute/async`, { script, args })) as {
        value?: unknown
        error?: string
      }
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer.value as Awaited<ReturnType<typeof inPage>>
    },
    close: async () => void (await send('DELETE', session).catch(() => undefined)),
  }
}
