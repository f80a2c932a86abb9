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
/** The address of the API, which prints it when it starts. With `PORT=0` each start has another one. */
let target = `http://localhost:${process.env['PORT'] || 8787}`
/** Options of the proxy, which reads their `target` for each call. */
const toApi: ProxyOptions[] = []
createInterface({ input: api.stdout }).on('line', (line) => {
  console.log(line)
  const [, url] = /^Listening on (\S+)/.exec(line) ?? []
  if (!url) return
  target = url
  for (const options of toApi) options.target = url
})

// The API may listen before this proxy is made.
const configure: ProxyOptions['configure'] = (_proxy, options) => {
  options.target = target
  toApi.push(options)
}
const site = await createServer({ root, server: { proxy: { '/api': { target, configure } } } })
await site.listen()
site.printUrls()

const end = async () => {
  api.kill('SIGTERM')
  await site.close()
  process.exit()
}
process.once('SIGINT', end)
process.once('SIGTERM', end)
