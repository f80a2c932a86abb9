import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

/** A plain file server as hosts of static sites run it: a file, a page without its extension, a folder's index, or 404.html. */
export async function serveFiles(root: string, base: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://any').pathname)
    const below = path.startsWith(base) ? path.slice(base.length) : '404.html'
    const file = [below, `${below}.html`, join(below, 'index.html')]
      .map((name) => join(root, name))
      .find((name) => existsSync(name) && statSync(name).isFile())
    const shown = file ?? join(root, '404.html')
    response.writeHead(file ? 200 : 404, { 'Content-Type': TYPES[extname(shown)] ?? 'text/plain' })
    response.end(readFileSync(shown))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
