// The site with hot reload and the API behind it; both end together.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'

const root = join(import.meta.dirname, '..')
const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
})
const site = await createServer({ root })
await site.listen()
site.printUrls()

const end = async () => {
  api.kill('SIGTERM')
  await site.close()
  process.exit()
}
process.once('SIGINT', end)
process.once('SIGTERM', end)
