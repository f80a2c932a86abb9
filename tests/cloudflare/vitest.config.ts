import { defineConfig } from 'vitest/config'

/** The built Worker on Cloudflare's own runtime: `npm run test:cloudflare`. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
