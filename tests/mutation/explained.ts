/** A survivor that no test can or should find: the file, a part of its first line, its replacement where only some are meant, and why. */
export type Explanation = { file: string; at: string; to?: string; why: string }

const NEVER_READ = 'what is made instead is never read'
const FOR_TYPES = 'says to the compiler what holds anyway'
const ONE_MOMENT = 'both sides of this one moment are right'
const NOT_HELD = 'frees memory; a share that holds nothing counts as one that is not there'
const NO_SUCH_ID = 'no id is called so'
const MEANWHILE = 'another process would have to remove it in between'

/** Survivors that are no holes. One that is not here fails the command, and so does one that is here and has gone. */
export const EXPLAINED: readonly Explanation[] = [
  { file: 'contract/names.ts', at: '= POST_URL.exec(', to: '["Stryker', why: NEVER_READ },
  {
    file: 'contract/challenge.ts',
    at: '<= TOLERANCE',
    to: '<',
    why: 'no number lies exactly on the tolerance',
  },
  {
    file: 'src/account/log.ts',
    at: 'if (ticked.join() !== ticks.join())',
    to: 'true',
    why: 'writes once more what is there',
  },
  {
    file: 'server/proof/challenge.ts',
    at: '} catch {',
    to: '{}',
    why: 'undefined is no address either',
  },
  {
    file: 'server/proof/redeem.ts',
    at: '.slice(0, 22)',
    why: 'more of the digest would only take up room in the store',
  },
  {
    file: 'server/proof/ticket.ts',
    at: '.slice(0, MAC - ID)',
    why: 'what is written too far is overwritten by the HMAC',
  },
  {
    file: 'server/store/secrets.ts',
    at: '{ mode: 0o600, flush: true }',
    to: 'false',
    why: 'the power does not fail in a test',
  },
  {
    file: 'server/store/secrets.ts',
    at: '> STALE_MS',
    to: '>=',
    why: ONE_MOMENT,
  },
  {
    file: 'server/store/secrets.ts',
    at: 'await rm(next, { force: true })',
    to: '{}',
    why: MEANWHILE,
  },
  {
    file: 'server/store/secrets.ts',
    at: 'await rm(next, { force: true })',
    to: 'false',
    why: MEANWHILE,
  },
  {
    file: 'server/store/memoryStore.ts',
    at: 'if (bytes <= historiesMax) return',
    why: 'saves the sorting of histories that all stay',
  },
  {
    file: 'server/store/sqlite.ts',
    at: 'answers.get(number)?.(',
    to: 'answers.get(number)(',
    why: FOR_TYPES,
  },
  {
    file: 'server/store/sqlite.ts',
    at: 'answers.delete(number)',
    why: 'frees memory; no number comes twice',
  },
  {
    file: 'server/store/sqlite.ts',
    at: "worker.off('message', listen)",
    why: 'nothing that comes later is an opening',
  },
  {
    file: 'server/store/sqlite.ts',
    at: "worker.off('error', reject)",
    why: 'what is settled takes no second outcome',
  },
  {
    file: 'server/store/sqlite.ts',
    at: 'number: ++number',
    to: '--number',
    why: 'numbers below zero tell calls apart as well',
  },
  {
    file: 'server/proof/keyring.ts',
    at: '(await box.read()) === null',
    to: 'true',
    why: '`create` writes only where nothing is',
  },
  { file: 'server/proof/keyring.ts', at: 'all[index - 1]?.from', to: 'all[index - 1].from', why: FOR_TYPES },
  {
    file: 'server/upstream/sharing.ts',
    at: 'request.screen_name.toLowerCase()',
    to: 'toUpperCase',
    why: 'all spellings of a name are one in either case',
  },
  {
    file: 'server/upstream/sharing.ts',
    at: 'if (now > 0)',
    why: NOT_HELD,
  },
  {
    file: 'server/upstream/sharing.ts',
    at: 'if (heldBy(share) > 1)',
    why: NOT_HELD,
  },
  { file: 'server/upstream/sharing.ts', at: 'queues.get(share) ?? []', why: FOR_TYPES },
  {
    file: 'server/upstream/sharing.ts',
    at: '> most[1].length',
    to: '>=',
    why: 'of two equal queues either may give way',
  },
  {
    file: 'server/upstream/sharing.ts',
    at: "['', []]",
    why: 'with one that waits it is no longer than whoever asks',
  },
  { file: 'server/upstream/sharing.ts', at: 'next === undefined', why: FOR_TYPES },
  {
    file: 'server/upstream/x/verdict/lookForPosts.ts',
    at: '(versions ?? [])]',
    to: '["Stryker',
    why: NO_SUCH_ID,
  },
  {
    file: 'server/upstream/x/verdict/lookForPosts.ts',
    at: '(versionsIn(',
    to: '["Stryker',
    why: NO_SUCH_ID,
  },
  {
    file: 'server/upstream/x/verdict/lookForPosts.ts',
    at: 'runs.at(-1)?.push',
    to: 'runs.at(-1).push',
    why: FOR_TYPES,
  },
  {
    file: 'server/upstream/x/verdict/lookForPosts.ts',
    at: 'runs.filter((run) => run.length > 0)',
    why: 'in an empty run nothing is looked for, and nothing left',
  },
  {
    file: 'server/upstream/x/verdict/lookForPosts.ts',
    at: 'if (from === null || to === null)',
    to: 'false',
    why: 'ids without a date come first: where the last has none, the first has none',
  },
  {
    file: 'server/upstream/x/verdict/searchBan.ts',
    at: 'looked.findings.get(id)?.found',
    to: 'looked.findings.get(id).found',
    why: FOR_TYPES,
  },
  {
    file: 'server/upstream/x/verdict/searchBan.ts',
    at: "due.at(-1) ?? { id: '0'",
    to: '{}',
    why: FOR_TYPES,
  },
  {
    file: 'server/upstream/x/verdict/windows.ts',
    at: 'made !== null && now - made',
    to: 'true',
    why: FOR_TYPES,
  },
  {
    file: 'server/upstream/x/verdict/windows.ts',
    at: 'BigInt(latestOf(a)) < BigInt(latestOf(b))',
    to: '<=',
    why: 'posts of one id are one post',
  },
  { file: 'server/upstream/x/verdict/searchBan.ts', at: '?? []', to: '["Stryker', why: NEVER_READ },
  { file: 'src/crypto/workerPool.ts', at: 'if (!seat)', to: 'false', why: FOR_TYPES },
  {
    file: 'src/crypto/workerPool.ts',
    at: 'if (!first) return',
    to: 'false',
    why: 'without a seat there is nothing to be warmed up either way',
  },
  { file: 'src/crypto/workerPool.ts', at: 'median !== undefined', to: 'true', why: FOR_TYPES },
  { file: 'workers/search.ts', at: 'startedAt - yieldedAt > SLICE', to: '>=', why: ONE_MOMENT },
]
