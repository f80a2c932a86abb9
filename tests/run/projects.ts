import { availableParallelism } from 'node:os'
import type { TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Tests that need a build of the site, processes of their own or whole searches. */
export const SYSTEM = [
  'tests/compatibility/**/*.test.ts',
  'tests/deploy/**/*.test.ts',
  'tests/hosting/**/*.test.ts',
  'tests/documentedCommands.test.ts',
  'tests/supplyChain.test.ts',
  'tests/server/{process,randomKills,scaleOut}.test.ts',
  'tests/server/tools/*.test.ts',
  'tests/server/operator/operatorProcess.test.ts',
  'tests/server/http/hostileHttp.test.ts',
  'tests/server/proof/clocks.test.ts',
  'tests/server/store/{redis,sqlite*}.test.ts',
  'tests/server/upstream/{budgetFaults,xSearchTruth,xTruth}.test.ts',
  // These change the time zone of their process, which a thread cannot.
  'tests/src/account/guide/summerTime.test.ts',
  'tests/src/text/japanese.test.ts',
  'tests/workers/engine/search.test.ts',
]

/** Many tests wait for servers and browsers, and others run meanwhile. */
const MANY = { maxWorkers: 2 * availableParallelism() }

/** The test files that take longest. */
const LONG = /\/(?:statistics|deploy|browsers)\/|\/xSearchTruth\.test\.ts$/

/** The longest files first, so that none of them is left alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted(
      (one, other) => Number(LONG.test(other.moduleId)) - Number(LONG.test(one.moduleId)),
    )
  }
}

const project = (
  name: string,
  include: string[],
  options: NonNullable<(TestProjectConfiguration & object & { test?: object })['test']>,
): TestProjectConfiguration => ({ extends: true, test: { name, include, ...options } })

/** `npm test` runs `unit`, `npm run ci` all. The globalSetup of a project runs where a test of it does. */
export const testProjects: TestProjectConfiguration[] = [
  project('unit', ['tests/**/*.test.{ts,tsx}'], {
    ...MANY,
    // Threads start faster than processes: the whole project takes two thirds of the time.
    pool: 'threads',
    exclude: [...SYSTEM, 'tests/{e2e,cloudflare,browsers,statistics}/**'],
  }),
  project('system', SYSTEM, { ...MANY, globalSetup: 'tests/run/system.ts' }),
  // They compute all the time, and take minutes where others compute as well.
  project('statistics', ['tests/statistics/*.test.ts'], { ...MANY, testTimeout: 3_600_000 }),
  project('browsers', ['tests/browsers/*.test.ts'], { ...MANY, globalSetup: 'tests/browsers/prepare.ts' }),
  project('cloudflare', ['tests/cloudflare/*.test.ts'], {
    ...MANY,
    globalSetup: 'tests/cloudflare/prepare.ts',
  }),
]
