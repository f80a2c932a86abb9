import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureJapaneseFonts } from '../run/programs.ts'

/** Playwright's global setup: the specs find the server's address in E2E_URL. */
export default async function startServer(): Promise<() => Promise<void>> {
  ensureJapaneseFonts()
  const { url, stop } = await startSite({})
  process.env['E2E_URL'] = url
  return stop
}

/** Starts the real server with the built site on a free port, with a store of its own. */
export async function startSite(
  variables: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), 'checker-e2e-'))
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: data,
      RATE_LIMIT_PER_MINUTE: '0',
      SANDBOX_LATENCY_MS: '0',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
      const url = /http:\/\/localhost:\d+/.exec(said)
      if (url) resolve(url[0])
    })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)))
  })
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true, maxRetries: 3 })
  }
  return { url, stop }
}
