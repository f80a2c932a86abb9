import { defineConfig } from 'vitest/config'
import { kernelAssets } from '../../build/kernelAssets.ts'

/** The searches that take minutes: `npm run test:exhaustive`. */
export default defineConfig({
  plugins: [kernelAssets()],
  test: { root: import.meta.dirname, include: ['*.test.ts'] },
})
