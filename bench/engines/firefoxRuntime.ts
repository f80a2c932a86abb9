import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Runtime } from './Runtime.ts'
import type { Assets } from './assets.ts'
import { setUp, sliceCall } from './pageCall.ts'

type Answer = {
  id?: number
  type?: string
  message?: string
  result?: { contexts?: { context: string }[]; result?: { value?: number } }
}

/** Firefox ESR, spoken to in WebDriver BiDi. */
export async function firefoxRuntime(url: string, assets: Assets): Promise<Runtime> {
  const profile = mkdtempSync(join(tmpdir(), 'bench-firefox-'))
  const firefox = spawn('firefox-esr', ['--headless', '--remote-debugging-port=0', '--profile', profile])
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    firefox.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    firefox.once('error', reject)
    firefox.once('exit', () => reject(new Error('Firefox ended')))
  })
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  let last = 0
  const send = (method: string, params: object) =>
    new Promise<NonNullable<Answer['result']>>((resolve, reject) => {
      const id = ++last
      const answered = ({ data }: MessageEvent) => {
        const answer: Answer = JSON.parse(String(data))
        if (answer.id !== id) return
        socket.removeEventListener('message', answered)
        if (answer.type === 'error') reject(new Error(answer.message))
        else resolve(answer.result ?? {})
      }
      socket.addEventListener('message', answered)
      socket.send(JSON.stringify({ id, method, params }))
    })
  await send('session.new', { capabilities: {} })
  const { contexts } = await send('browsingContext.getTree', {})
  const context = contexts?.[0]?.context
  const evaluate = async (expression: string) => {
    const { result } = await send('script.evaluate', { expression, target: { context }, awaitPromise: true })
    return Number(result?.value)
  }
  await send('browsingContext.navigate', { context, url, wait: 'complete' })
  await evaluate(setUp(url, assets))
  return {
    name: 'firefox',
    slice: (name, keyBytes, duration) => evaluate(sliceCall(name, keyBytes, duration)),
    async close() {
      socket.close()
      firefox.kill()
    },
  }
}
