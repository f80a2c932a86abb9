import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Told } from './target.ts'

/** Starts a server of its own process, on a store or in a folder: where it listens, what it has used so far, and its end. */
export async function startTarget(storeUrl: string, folder: string, secret: string) {
  const child = fork(join(import.meta.dirname, 'target.ts'), [storeUrl, folder, secret], {
    execArgv: ['--expose-gc'],
  })
  const hear = async () => ((await once(child, 'message')) as [Told])[0]
  const first = await hear()
  if (!('port' in first)) throw new Error('The server did not say where it listens')
  return {
    port: first.port,
    async ask() {
      child.send('?')
      const told = await hear()
      if ('port' in told) throw new Error('The server began anew')
      return told
    },
    end: () => child.kill('SIGKILL'),
  }
}
