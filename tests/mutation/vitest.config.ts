import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { kernelAssets } from '../../build/kernelAssets.ts'

/** The fast tests that bear on what is mutated: no build, no browser, no other program, no whole searches. */
export default defineConfig({
  plugins: [kernelAssets()],
  test: {
    root: join(import.meta.dirname, '../..'),
    include: [
      'tests/contract/*.test.ts',
      'tests/server/{app,repeatBatch,threats,timings}.test.ts',
      'tests/server/http/{address,limits,withTimeLimit}.test.ts',
      'tests/server/proof/{challengeKey,keyring,oneQuestion,proofs}.test.ts',
      'tests/server/routes/*.test.ts',
      'tests/server/store/{countInMemory,fileSecretBox,memory,sqlite,sqliteWriter}.test.ts',
      'tests/server/upstream/{admitting,answerCache,gate,searchVerdict,xAccounts,xPosts}.test.ts',
      'tests/src/{check,crypto,files,report}/*.test.ts',
      'tests/src/log/**/*.test.ts',
      'tests/src/account/{accountAtoms,accountPicture,accountVerdict,sinceLastAtoms}.test.ts',
      'tests/src/posts/{batchFile,batchVerdict}.test.ts',
      'tests/src/posts/batch/batchAtoms.test.ts',
      'tests/src/results/{group,listedPost}.test.ts',
      'tests/workers/search.test.ts',
    ],
    setupFiles: ['tests/mutation/fewerRuns.ts'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    env: { VITE_API_BASE: 'http://api.test' },
  },
})
