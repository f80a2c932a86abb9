import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureRedis } from '../run/redis.ts'

export type RedisServer = {
  url: string
  start: () => Promise<void>
  kill: () => Promise<void>
  /** Keeps connections open and answers nothing, until it is woken. */
  freeze: () => void
  wake: () => void
}

/** A real Redis on a free port. What it may put on disk goes into a folder that is gone with it. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const path = ensureRedis()
  const folder = mkdtempSync(join(tmpdir(), 'checker-redis-'))
  let child: ChildProcess

  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      mkdirSync(folder, { recursive: true })
      child = spawn(path, [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--save',
        '',
        '--appendonly',
        'no',
      ])
      await new Promise<void>((resolve, reject) => {
        child.once('exit', () => reject(new Error('redis-server ended')))
        child.stdout?.on('data', (text: Buffer) => /Ready to accept/i.test(text.toString()) && resolve())
      })
    },
    freeze: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
