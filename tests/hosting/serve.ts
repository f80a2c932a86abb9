import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { ensureProgram } from '../run/programs.ts'
import { openFrontDoor } from '../server/frontDoor.ts'

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

/** Runs nginx with a server block like the one that the hosting guide shows. Its end before it is asked to is an error. */
export async function serveWithNginx(
  root: string,
  include: string,
  more = '',
): Promise<AsyncDisposable & { url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'checker-nginx-'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen unix:${folder}/socket;
    root ${root};
    include ${include};
    ${more}
  }
}
`,
  )
  const nginx = spawn(ensureProgram('nginx'), ['-p', folder, '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  nginx.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<string>((resolve) => {
    nginx.once('error', ({ message }) => resolve(message))
    nginx.once('close', (code) => resolve(`nginx ended (${code}): ${said}`))
  })
  const url = `http://127.0.0.1:${await openFrontDoor(join(folder, 'socket'))}`
  await answering(url, ended)
  return {
    url,
    async [Symbol.asyncDispose]() {
      const early = nginx.exitCode !== null || nginx.signalCode !== null
      nginx.kill('SIGTERM')
      const end = await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
      if (early) throw new Error(end)
    },
  }
}

/** Asks until there is an answer; throws when nginx has ended. */
async function answering(url: string, ended: Promise<string>): Promise<void> {
  let end: string | undefined
  void ended.then((how) => (end = how))
  while (!(await fetch(url).catch(() => null))) {
    if (end !== undefined) throw new Error(end)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
