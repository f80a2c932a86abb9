/**
 * Code that is changed in one run, and the fast tests that bear on it: no build, no browser, no other program, no whole searches. A file
 * belongs to the first room that names it.
 */
export type Room = {
  mutate: readonly string[]
  tests: readonly string[]
  /** Where a wrong answer is a spent proof, a false verdict or a check that never ends, every survivor is explained. */
  isGrave?: true
}

/** The rooms, of whose faults tests find nine in ten or more. Components are looked at by the end-to-end tests. */
export const ROOMS: Record<string, Room> = {
  contract: {
    mutate: ['contract/*.ts'],
    tests: [
      'tests/contract/*.test.ts',
      'tests/server/{app,openapi,timings}.test.ts',
      'tests/server/routes/giveAnswer.test.ts',
      'tests/server/routes/{feedback,status}.test.ts',
      'tests/src/account/{checkAccount,guide/evidenceLine,guide/evidenceSentence}.test.ts',
      'tests/src/check/*.test.ts',
      'tests/src/results/*.test.ts',
    ],
    isGrave: true,
  },
  'server/proof': {
    mutate: ['server/http/{limits,middleware}.ts', 'server/proof/*.ts'],
    tests: [
      'tests/server/{app,ownPages,repeatBatch,storeShare,threats,timings}.test.ts',
      'tests/server/routes/giveAnswer.test.ts',
      'tests/server/http/{limits,middleware}.test.ts',
      'tests/server/proof/!(clocks).test.ts',
      'tests/server/routes/callsAMinute.test.ts',
    ],
    isGrave: true,
  },
  'server/store': {
    // Not what runs in SQLite's own threads, where Stryker does not see which test reaches what.
    mutate: ['server/store/{memoryStore,secrets,sqlite}.ts'],
    tests: [
      'tests/server/{clockSetBack,storeShare}.test.ts',
      'tests/server/proof/keyring.test.ts',
      'tests/server/store/{foreignSecrets,memory,memoryStore,secrets,sqlite,sqliteStore}.test.ts',
    ],
    isGrave: true,
  },
  'server/upstream': {
    mutate: ['server/upstream/sharing.ts'],
    tests: ['tests/server/upstream/{fairLanes,sharing}.test.ts', 'tests/server/proof/oneQuestion.test.ts'],
    isGrave: true,
  },
  'server/upstream/x/verdict': {
    mutate: ['server/upstream/x/verdict/{lookForPosts,searchBan,windows}.ts'],
    tests: [
      'tests/server/upstream/{accountSearch,falseAccusations,judgementOf,lookForPosts,postSearch}.test.ts',
      'tests/server/upstream/{readSearchBan,searchVerdict,searchWindows,xAccounts,xAnswers,xPosts,xRequests}.test.ts',
    ],
    isGrave: true,
  },
  'src/check': {
    mutate: ['src/check/*.ts', 'src/crypto/*.ts', 'workers/search.ts'],
    tests: [
      'tests/src/{check,crypto}/*.test.ts',
      'tests/src/account/accountAtoms.test.ts',
      'tests/src/posts/batch/*.test.ts',
      'tests/workers/search.test.ts',
    ],
    isGrave: true,
  },
  'src/results/verdicts': {
    mutate: ['src/account/{accountVerdict,log,share}.ts', 'src/results/verdicts.ts'],
    tests: ['tests/src/{account,results}/*.test.ts', 'tests/src/posts/batch/*.test.ts'],
    isGrave: true,
  },
  'src/lib': { mutate: ['src/lib/*.ts'], tests: ['tests/src/lib/*.test.ts'] },
  'src/log': {
    mutate: ['src/{log,storage}/**/*.ts'],
    tests: ['tests/src/{log,storage}/**/*.test.ts', 'tests/src/account/*.test.ts'],
  },
  'src/report': {
    mutate: ['src/report/**/*.ts'],
    // Each fault would look through megabytes.
    tests: ['tests/src/report/!(hugeReport).test.ts'],
  },
  'build/site': {
    mutate: ['build/site/!(sitePlugin).ts', 'build/site/hosts/*.ts'],
    tests: [
      'tests/hosting/{clientBuild,compressFiles,contentPolicy,drawImages,hosts,pageHtml}.test.ts',
      'tests/hosting/{securityTxt,siteFiles,variableFaults,writeFiles,writePages}.test.ts',
    ],
  },
  /** The builds of a site of a few lines, which would otherwise be made for each fault of the room above. */
  'build/site/sitePlugin': {
    mutate: ['build/site/sitePlugin.ts'],
    tests: ['tests/hosting/sitePlugin.test.ts'],
  },
  'server/cloudflare': {
    mutate: ['server/cloudflare/**/*.ts'],
    tests: ['tests/server/cloudflare/*.test.ts'],
  },
  'server/http': {
    mutate: ['server/http/**/*.ts'],
    tests: [
      'tests/server/http/{cutBody,errors,limits,middleware}.test.ts',
      'tests/server/{app,clockSetBack,ownPages,site,threats}.test.ts',
    ],
  },
  'server/routes': {
    mutate: ['server/routes/**/*.ts'],
    tests: [
      'tests/server/{app,openapi,repeatBatch,storeShare,threats,timings}.test.ts',
      'tests/server/routes/giveAnswer.test.ts',
      'tests/server/routes/*.test.ts',
    ],
  },
  'server/site': { mutate: ['server/site/**/*.ts'], tests: ['tests/server/{ownPages,site}.test.ts'] },
  'src/account': {
    mutate: ['src/account/**/*.ts'],
    tests: ['tests/src/account/**/*.test.ts', 'tests/src/results/*.test.ts'],
  },
  'src/posts': {
    mutate: ['src/posts/**/*.ts'],
    tests: ['tests/src/posts/**/*.test.ts', 'tests/src/results/*.test.ts'],
  },
  'src/results': {
    mutate: ['src/results/**/*.ts'],
    tests: ['tests/src/results/**/*.test.ts', 'tests/src/{account,posts}/*.test.ts'],
  },
  // Without samples of hundreds, whole runs and simulated devices, which take seconds each.
  'src/profiler/model': {
    mutate: ['src/profiler/model/*.ts'],
    tests: [
      'tests/src/profiler/model/!(runResult|schema).test.ts',
      'tests/src/profiler/runs/readRunFile.test.ts',
    ],
  },
  'src/profiler/stats': {
    mutate: ['src/profiler/stats/*.ts'],
    tests: ['tests/src/profiler/stats/!(calibrated).test.ts'],
  },
  'src/profiler/summary': {
    mutate: ['src/profiler/summary/*.ts'],
    tests: ['tests/src/profiler/summary/!(FitVerdict).test.ts'],
  },
  'src/profiler/runs': {
    mutate: ['src/profiler/runs/*.ts'],
    tests: ['tests/src/profiler/runs/!(simulatedSpeeds).test.ts'],
  },
}
