import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { kernelAssetsPlugin } from '../../build/kernelAssets.ts'
import { SYSTEM } from './projects.ts'

/** Unit tests that take seconds each and find no fault that others miss. */
const SLOW = ['tests/src/profiler/**', 'tests/src/report/foundReport.test.ts', 'tests/workers/engine/**']

/** The tests that Stryker runs for each fault: those of SQLite, and all that need no build, no other process and no whole searches. */
export default defineConfig({
  plugins: [kernelAssetsPlugin()],
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['tests/{contract,server,src,workers}/**/*.test.{ts,tsx}'],
    exclude: [
      ...SYSTEM.filter((pattern) => !pattern.includes('sqlite')),
      'tests/server/store/redis*.test.ts',
      ...SLOW,
    ],
    setupFiles: ['tests/run/fewerRuns.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    env: { VITE_API_BASE: 'http://api.test' },
  },
})
