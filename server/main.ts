import { serve } from '@hono/node-server'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxName } from '../contract/sandboxAccounts.ts'
import { createApp } from './app.ts'
import { createLimits } from './limits.ts'
import { loadSite } from './site/loadSite.ts'
import { openSqliteStore } from './store/sqliteStore.ts'
import { createSandbox } from './upstream/sandbox.ts'

const env = process.env
const dataDir = env['DATA_DIR'] ?? 'data'
mkdirSync(dataDir, { recursive: true })

const app = createApp({
  store: openSqliteStore(join(dataDir, 'checker.db')),
  upstream: createSandbox(Number(env['SANDBOX_LATENCY_MS'] ?? 300)),
  limits: createLimits(Number(env['RATE_LIMIT_PER_MINUTE'] ?? 60)),
  difficulty: Number(env['POW_DIFFICULTY'] ?? 3),
  site: loadSite(join(import.meta.dirname, '../dist')),
  onFault: (error) => console.error(error),
})
serve({ fetch: app.fetch, port: Number(env['PORT'] ?? 8787) }, ({ port }) => {
  const names = ['sbx_clear', 'sbx_all_bans', 'sbx_mixed'] satisfies SandboxName[]
  console.log(`http://localhost:${port} — sandbox accounts to try: ${names.join(', ')}`)
})
