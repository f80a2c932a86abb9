import { defineConfig } from 'vitest/config'

/** The searches that take minutes: `npm run test:exhaustive`. */
export default defineConfig({ test: { root: import.meta.dirname, include: ['*.test.ts'] } })
