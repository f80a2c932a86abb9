import { afterEach } from 'vitest'
import { startServer } from './serverProcess.ts'
import type { ServerProcess } from './serverProcess.ts'

/** Starts servers that end with the test that starts them. */
export function serversOfTests(): (env: Record<string, string>) => Promise<ServerProcess> {
  const running: ServerProcess[] = []
  afterEach(() => Promise.all(running.splice(0).map((server) => server.kill('SIGKILL'))))
  return async (env) => {
    const server = await startServer(env)
    running.push(server)
    return server
  }
}
