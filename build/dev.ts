// Runs the site with hot reload and the API behind it. If one ends, the other ends too.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createServer } from 'vite'
import type { ProxyOptions } from 'vite'

const root = join(import.meta.dirname, '..')
// Ctrl+C and similar signals end both at once.
const watch = ['--watch', '--watch-preserve-output', '--watch-kill-signal=SIGINT']
const api = spawn(process.execPath, [...watch, 'server/main.ts'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
})
/** Options of the proxy, which reads their `target` for each call. The API prints where it listens; with `PORT=0` that changes with each restart. */
const toApi: ProxyOptions[] = []
createInterface({ input: api.stdout }).on('line', (line) => {
  console.log(line)
  const [, url] = /^Listening on (\S+)/.exec(line) ?? []
  if (url) for (const options of toApi) options.target = url
})

const target = `http://localhost:${process.env['PORT'] || 8787}`
const site = await createServer({
  root,
  server: { proxy: { '/api': { target, configure: (_proxy, options) => void toApi.push(options) } } },
})
await site.listen()
site.printUrls()

const end = async () => {
  api.kill('SIGTERM')
  await site.close()
  process.exit()
}
process.once('SIGINT', end)
process.once('SIGTERM', end)
