// `npm run test:quick`: types and the unit tests that need no build, no other process and no long search. For everyday work.
import { closingLine } from './closingLine.ts'
import { step } from './step.ts'
import { vitest } from './vitest.ts'

/** What takes long: whole searches, builds, server processes, other programs. */
const LONG = [
  'tests/bench/scale/**',
  'tests/compatibility/oldestBrowsers.test.ts',
  'tests/hosting/**',
  'tests/server/agreement/flood.test.ts',
  'tests/server/agreement/storeFaults.test.ts',
  'tests/server/calibration/**',
  'tests/server/process.test.ts',
  'tests/server/scaleOut.test.ts',
  'tests/server/http/hostileHttp.test.ts',
  'tests/server/store/redis.test.ts',
  'tests/server/store/sqlite.test.ts',
  'tests/server/upstream/xAccounts.test.ts',
  'tests/server/upstream/xTruth.test.ts',
  'tests/src/profiler/run/tiers.test.ts',
  'tests/statistics/**',
  'tests/workers/engine/search.test.ts',
  'tests/workers/engine/selfTest.test.ts',
]

closingLine([
  step('types', 'tsc', []),
  vitest(
    'quick',
    LONG.flatMap((pattern) => ['--exclude', pattern]),
  ),
])
