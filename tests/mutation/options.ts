import type { Stryker } from '@stryker-mutator/core'

type PartialStrykerOptions = ConstructorParameters<typeof Stryker>[0]

/** What is changed: where a wrong answer is a spent proof, a false verdict or a check that never ends. */
const MUTATED = [
  'contract/*.ts',
  'server/http/{limited,limits,withTimeLimit}.ts',
  'server/proof/*.ts',
  // Not what runs in SQLite's own threads, where Stryker does not see which test reaches what.
  'server/store/{countInMemory,fileSecretBox,memoryStore,sqliteStore,sqliteWriter,storedHistory}.ts',
  'server/upstream/{admitting,answerCache,gate}.ts',
  'server/upstream/x/judging/{judgementOf,lookForPosts,readSearchBan,searchVerdict,searchWindows}.ts',
  'src/account/{accountPicture,accountVerdict,loggedCheckOf,missingPosts,sinceLastAtoms}.ts',
  'src/check/*.ts',
  'src/crypto/*.ts',
  'src/files/*.ts',
  'src/log/**/*.ts',
  'src/posts/{batchFile,batchVerdict}.ts',
  'src/report/**/*.ts',
  'src/results/{bansSentence,withoutFinding}.ts',
  'workers/search.ts',
]

/** How Stryker changes the code and runs the tests: one change at a time, the tests that reach it, the first failure counts. */
export function strykerOptions(mutate: string[]): PartialStrykerOptions {
  return {
    mutate: mutate.length > 0 ? mutate : MUTATED,
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // Constants and tables are made once, on import: each change of one needs every test in a fresh process. Their edges are tested by name.
    ignoreStatic: true,
    // The compiler refuses an emptied code or status; other texts are for people and logs.
    mutator: { excludedMutations: ['StringLiteral'] },
    ignorePatterns: ['/dist*', '/docs', '/data', '/tests/{browsers,cloudflare,e2e,screenshots}'],
    // Rewriting it for the copy needs the interface of an older TypeScript, and nothing in it depends on the folder.
    tsconfigFile: 'none',
    tempDirName: 'test-results/stryker',
    allowConsoleColors: false,
    reporters: ['progress-append-only'],
    concurrency: 2,
  }
}
