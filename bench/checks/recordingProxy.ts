import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Recorded = { request: string; status: number }

/** Passes everything on to the simulator and notes what was asked, without names and ids, and how it was answered. */
export async function startRecordingProxy(target: string) {
  const recorded: Recorded[] = []
  const server = createServer(async (request, response) => {
    const headers = { Authorization: request.headers.authorization ?? '' }
    const answer = await fetch(target + (request.url ?? ''), { headers })
    recorded.push({ request: shapeOf(request.url ?? ''), status: answer.status })
    const kept = ['content-type', 'x-rate-limit-reset'].flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    response.writeHead(answer.status, Object.fromEntries(kept)).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recorded,
    close: () => server.close(),
  }
}

function shapeOf(path: string): string {
  return decodeURIComponent(path.replaceAll('+', ' '))
    .replace(/username\/\w+/, 'username/NAME')
    .replaceAll(/from:\w+/g, 'from:NAME')
    .replace(/ids=[\d,]+/, 'ids=IDS')
    .replace(/token=[^&]+/, 'token=TOKEN')
    .replace(/users\/\d+/, 'users/ID')
    .replaceAll(/_id=\d+/g, '_id=ID')
    .replaceAll(/_time=[^&]+/g, '_time=TIME')
}
