import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { scratchFolder } from './scratch.ts'
import { startServer } from './serverProcess.ts'
import type { ServerProcess } from './serverProcess.ts'

const folder = scratchFolder()
const running: ServerProcess[] = []
afterEach(() => Promise.all(running.splice(0).map((server) => server.kill('SIGKILL'))))

async function started(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: join(folder, 'data'), ...env })
  running.push(server)
  return server
}
/** Whether a server answers at another address of this machine than the one that proxies call. */
const answersElsewhere = ({ url }: ServerProcess) =>
  fetch(`${url.replace('127.0.0.1', '127.0.0.2')}/healthz`).then(
    () => true,
    () => false,
  )

it('answers at every address, but behind a proxy of this machine at 127.0.0.1 alone, unless HOST says otherwise', async () => {
  expect(await answersElsewhere(await started({}))).toBe(true)
  expect(await answersElsewhere(await started({ TRUST_PROXY: '127.0.0.1' }))).toBe(false)
  expect(await answersElsewhere(await started({ TRUST_PROXY: '127.0.0.1', HOST: '0.0.0.0' }))).toBe(true)
  expect(await answersElsewhere(await started({ HOST: '127.0.0.1' }))).toBe(false)
})

it('names in its log what is allowed but dangerous', async () => {
  const { output } = await started({ TRUST_PROXY: '10.0.0.7', UPSTREAM: 'x', POW_DIFFICULTY: '0' })
  const warned = output()
    .split('\n')
    .filter((line) => line.includes('"level":40'))
  const names = ['RATE_LIMIT_PER_MINUTE=0', 'POW_DIFFICULTY=0', 'TRUST_PROXY']
  for (const name of names) expect(warned.filter((line) => line.includes(`"msg":"${name}`))).toHaveLength(1)
})
