import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts the real server on a free port with a store of its own; the specs find its address in E2E_URL. */
export default async function startServer(): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'checker-e2e-'))
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: data,
      RATE_LIMIT_PER_MINUTE: '0',
      SANDBOX_LATENCY_MS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.env['E2E_URL'] = await new Promise<string>((resolve, reject) => {
    let said = ''
    server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
      const url = /http:\/\/localhost:\d+/.exec(said)
      if (url) resolve(url[0])
    })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)))
  })
  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true, maxRetries: 3 })
  }
}
