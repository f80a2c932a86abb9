import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../run/programs.ts'
import { openFrontDoor } from './frontDoor.ts'

export type RedisServer = {
  url: string
  /** Where it may put files. */
  folder: string
  start: () => Promise<void>
  kill: () => Promise<void>
  /** Kills it, and keeps what it has put on disk for the next start. */
  crash: () => Promise<void>
  /** Keeps connections open and answers nothing, until it is woken. */
  freeze: () => void
  wake: () => void
}

/** A real Redis. What it may put on disk goes into a folder that is gone with it. */
export async function startRedis(options: string[] = []): Promise<RedisServer> {
  const path = findProgram('redis-server')
  const folder = mkdtempSync(join(tmpdir(), 'checker-redis-'))
  const socket = join(folder, 'socket')
  const port = await openFrontDoor(socket)
  const places = ['--port', '0', '--unixsocket', socket, '--dir', folder]
  let child: ChildProcess

  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    folder,
    async start() {
      mkdirSync(folder, { recursive: true })
      child = spawn(path, [...places, '--save', '', '--appendonly', 'no', ...options])
      await new Promise<void>((resolve, reject) => {
        child.once('exit', () => reject(new Error('redis-server ended')))
        child.stdout?.on('data', (text: Buffer) => /Ready to accept/i.test(text.toString()) && resolve())
      })
    },
    freeze: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    async crash() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async kill() {
      await server.crash()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  await server.start()
  return server
}
