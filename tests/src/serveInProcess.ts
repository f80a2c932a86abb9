import { vi } from 'vitest'
import type { AppOptions } from '../../server/app.ts'
import { testApp } from '../server/testApp.ts'

/** Answers the page's calls with the real API, in this process, beside a tab without a history. Returns the paths that were called, in order. */
export function serveInProcess(options: Partial<AppOptions> = {}): string[] {
  vi.stubGlobal('history', { state: null, replaceState: () => undefined })
  const app = testApp(options)
  const called: string[] = []
  const platformFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    // The kernels' bytes are in their URLs here.
    if (String(input).startsWith('data:')) return await platformFetch(input, init)
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    called.push(new URL(request.url).pathname)
    // Browsers announce the length of a body.
    const body = request.method === 'POST' ? await request.clone().arrayBuffer() : null
    if (body) request.headers.set('Content-Length', String(body.byteLength))
    return await app.fetch(request)
  })
  return called
}
