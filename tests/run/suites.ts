/** What `npm run ci` runs: scripts of package.json whose output ends with `N passed, N failed`. A new suite is one more line here. */
export const SUITES = [
  'test',
  'test:deep',
  'test:exhaustive',
  'test:statistics',
  'test:browsers',
  'test:cloudflare',
  'test:commands',
] as const
