// Times are shown on the device's clock; its zone is read when a process starts.
process.env.TZ = 'Asia/Tokyo'

/**
 * Faults in the places where a wrong answer is a spent proof, a false verdict or a check that never ends. `npm run test:mutation` takes them
 * all, `npm run test:mutation -- --mutate 'contract/*.ts'` some.
 * @type {import('@stryker-mutator/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'contract/*.ts',
    'server/http/limits.ts',
    'server/proof/*.ts',
    'server/routes/checks.ts',
    // Not what runs in SQLite's own threads, where Stryker does not see which test reaches what.
    'server/store/{secrets,sqlite}.ts',
    'server/upstream/Upstream.ts',
    'server/upstream/x/verdict/*.ts',
    'server/upstream/x/searchForPosts.ts',
    'src/account/{accountLog,share}.ts',
    'src/check/*.ts',
    'src/crypto/*.ts',
    'src/results/{accountVerdict,verdicts}.ts',
    'workers/search.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/run/mutation.ts', related: true },
  coverageAnalysis: 'perTest',
  dryRunTimeoutMinutes: 20,
  incremental: true,
  incrementalFile: 'test-results/mutation.json',
  thresholds: { high: 98, low: 95, break: 95 },
  // Constants and tables are made once, on import: each change of one needs every test in a fresh process. Their edges are tested by name.
  ignoreStatic: true,
  // The compiler refuses an emptied code or status; other texts are for people and logs.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['/dist*', '/docs', '/data', '/tests/{browsers,cloudflare,e2e,screenshots}'],
  // Rewriting it for the copy needs the interface of an older TypeScript, and nothing in it depends on the folder.
  tsconfigFile: 'none',
  tempDirName: 'test-results/stryker',
  allowConsoleColors: false,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false },
  concurrency: 3,
}
