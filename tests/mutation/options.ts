import type { Stryker } from '@stryker-mutator/core'
import { join } from 'node:path'
import { ROOT } from '../run/step.ts'

type PartialStrykerOptions = ConstructorParameters<typeof Stryker>[0]

/** How Stryker changes the code and runs the tests: one change at a time, the tests that reach it, the first failure counts. What has not changed since the run of this name keeps its result. */
export function strykerOptions(name: string, mutate: string[]): PartialStrykerOptions {
  return {
    mutate,
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: join(ROOT, 'test-results/mutation', `${name.replaceAll('/', '-')}.json`),
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
    // Many tests wait rather than compute. On two cores each runs at most 1.5 times as long, which the limit for a run that hangs allows.
    concurrency: 3,
  }
}
