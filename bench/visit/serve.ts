import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const DIFFICULTY = '4'

/** Starts the server of a checkout with its build on a free port. The sandbox answers without delay. */
export async function serveSite(
  checkout: string,
): Promise<{ folder: string; url: string; stop: () => Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), 'checker-visit-'))
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: checkout,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: data,
      POW_DIFFICULTY: DIFFICULTY,
      RATE_LIMIT_PER_MINUTE: '0',
      SANDBOX_LATENCY_MS: '0',
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
    server.once('exit', (code) =>
      reject(
        new Error(
          `The server of ${checkout} ended with ${code} before it listened: its own messages are above.`,
        ),
      ),
    )
  })
  return {
    folder: basename(checkout),
    url,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}
