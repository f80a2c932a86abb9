import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureProgram } from '../run/programs.ts'
import { openFrontDoor } from '../server/frontDoor.ts'

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
