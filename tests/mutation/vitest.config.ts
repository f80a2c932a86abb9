import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { kernelAssets } from '../../build/kernelAssets.ts'

/** The tests that the run at hand names in `MUTATION_TESTS`, one pattern a line. */
export default defineConfig({
  plugins: [kernelAssets()],
  test: {
    root: join(import.meta.dirname, '../..'),
    include: process.env['MUTATION_TESTS']?.split('\n') ?? [],
    setupFiles: ['tests/mutation/fewerRuns.ts'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    env: { VITE_API_BASE: 'http://api.test' },
  },
})
