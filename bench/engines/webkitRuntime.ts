import { spawn } from 'node:child_process'
import type { Runtime } from './Runtime.ts'
import type { Assets } from './assets.ts'
import { setUp, sliceCall } from './pageCall.ts'

const PORT = 45_671
const DRIVER = `http://127.0.0.1:${PORT}`
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** WebKitGTK's browser, spoken to in WebDriver. Run the benchmark under xvfb-run where there is no display. */
export async function webkitRuntime(url: string, assets: Assets): Promise<Runtime> {
  const env = { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
  const driver = spawn('WebKitWebDriver', [`--port=${PORT}`], { env, stdio: 'ignore' })
  await new Promise((resolve, reject) => {
    driver.once('error', reject)
    setTimeout(resolve, 1_500)
  })
  const call = async (path: string, body: object) => {
    const response = await fetch(`${DRIVER}${path}`, { method: 'POST', body: JSON.stringify(body) })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(JSON.stringify(value))
    return value
  }
  const options = { binary: BROWSER, args: ['--automation'] }
  const created = await call('/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })
  const session = `/session/${(created as { sessionId: string }).sessionId}`
  const evaluate = async (expression: string) => {
    const script = `const done = arguments[0]; (${expression}).then(done, (error) => done(String(error)))`
    return Number(await call(`${session}/execute/async`, { script, args: [] }))
  }
  await call(`${session}/url`, { url })
  await evaluate(setUp(url, assets))
  return {
    name: 'webkitgtk',
    slice: (name, keyBytes, duration) => evaluate(sliceCall(name, keyBytes, duration)),
    async close() {
      await fetch(`${DRIVER}${session}`, { method: 'DELETE' }).catch(() => undefined)
      driver.kill()
    },
  }
}
