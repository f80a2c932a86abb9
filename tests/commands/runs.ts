import type { SUITES } from '../run/suites.ts'

/** Who runs a command that the documents name. */
export type Run =
  /** `npm run ci` does: it is a suite of it. */
  | { suite: (typeof SUITES)[number] }
  /** This file does, in these words. */
  | { file: string; words: string }
  /** `npm run test:commands` does, perhaps with less to do, and finds this in what it prints. */
  | { tried: string; prints?: RegExp }
  /** `npm run test:commands` does: it is a server, which has to answer a check (the one that collects results: to show its page) and to end when it is told to. */
  | { served: string; collects?: true }
  /** Nobody, because of what it needs. */
  | { needs: string }

const BACKUP =
  "npx node -e \"const { DatabaseSync, backup } = require('node:sqlite'); backup(new DatabaseSync('data/checker.db', { readOnly: true }), 'checker-backup.db').then((pages) => console.log(pages + ' pages'))\""
const ON_A_DEVICE =
  "npx node tests/manual/webdriver/main.ts --driver http://localhost:9515 --capabilities device.json --url 'http://192.168.1.5:8787/pow?difficulty=4&trials=1000&label=Pixel%208' --json pixel.json"
const AN_ACCOUNT = 'an account at Cloudflare'
const SERVER = '$SITE/pow?difficulty=2&trials=200'

/** A run whose answers are right. Its exit code is that of a quiet machine, which this may not be. */
const RIGHT = /^The run ended: (?:agrees|unsure|disturbed)\./m

/** Every command that README, CONTRIBUTING and docs name. `$SITE` is the address of a server that runs meanwhile. */
export const RUNS: Record<string, Run> = {
  'npm ci': { file: '.ci/run', words: 'npm ci' },
  'npm run ci': { file: '.ci/run', words: 'npm run --silent ci' },
  'npm test': { suite: 'test' },
  'npm run test:deep': { suite: 'test:deep' },
  'npm run test:exhaustive': { suite: 'test:exhaustive' },
  'npm run test:statistics': { suite: 'test:statistics' },
  'npm run test:browsers': { suite: 'test:browsers' },
  'npm run test:cloudflare': { suite: 'test:cloudflare' },
  'npm run test:commands': { suite: 'test:commands' },
  'npm run build:cloudflare': { file: 'tests/cloudflare/main.ts', words: "'run', 'build:cloudflare'" },
  'npm run dev': { file: 'tests/e2e/dev.spec.ts', words: "spawn('npm', ['run', 'dev']" },
  'npx node --env-file=/etc/shadowban-checker.env server/tools/rotateSecrets.ts': {
    file: 'tests/server/tools/operatorTools.test.ts',
    words: "run('rotateSecrets', []",
  },
  'npx node --env-file=/etc/shadowban-checker.env server/tools/forget.ts "$ID"': {
    file: 'tests/server/tools/operatorTools.test.ts',
    words: "run('forget', [",
  },

  'npx node --env-file=/etc/shadowban-checker.env server/tools/calibrate.ts names.txt': {
    file: 'tests/server/tools/calibrate.test.ts',
    words: "'../tools/calibrate.ts'), file",
  },

  'npm run build': { tried: 'npm run build', prints: /The site is in/ },
  'npm start': { served: 'npm start' },
  'npx node server/main.ts': { served: 'npx node server/main.ts' },
  [BACKUP]: { tried: BACKUP, prints: /^\d+ pages$/m },
  'npx node': { tried: 'npx node --version', prints: /^v24\./m },
  'npx playwright': { tried: 'npx playwright --version' },
  'npm run check': { tried: 'npm run check', prints: /Found 0 warnings and 0 errors/ },
  'npm run format': { tried: 'npm run format' },
  'npm run docs': { tried: 'npm run docs' },
  'npm run test:quick': { tried: 'npm run test:quick', prints: /passed, 0 failed$/ },
  'npx vitest run tests/src/account': { tried: 'npx vitest run tests/src/account' },
  'npx playwright test -c tests/e2e/playwright.config.ts account': {
    tried: 'npx playwright test -c tests/e2e/playwright.config.ts account',
  },
  'npm run test:browsers -- firefox cut': {
    tried: 'npm run test:browsers -- firefox cut',
    prints: /✓ firefox/,
  },
  'npm run test:mutation': {
    tried: 'npm run test:mutation -- contract/names.ts',
    prints: /[1-9]\d* passed, 0 failed$/,
  },
  'npm run test:mutation -- src/posts': {
    tried: 'npm run test:mutation -- server/site',
    prints: /[1-9]\d* passed, 0 failed$/,
  },
  "npm run test:mutation -- 'contract/*.ts'": {
    tried: "npm run test:mutation -- 'contract/nam*.ts'",
    prints: /[1-9]\d* passed, 0 failed$/,
  },
  'npm run test:steady -- 2 quarter main faults': {
    tried: 'npm run test:steady -- 1 quarter main navigation',
    prints: /No test has failed/,
  },
  'npm run test:steady': { tried: 'npm run test:steady -- 1 main navigation', prints: /No test has failed/ },
  'npm run screenshots result': {
    tried: 'npm run screenshots result-clear-unfolded',
    prints: /^result-clear-unfolded$/m,
  },
  'npm run bench:lighthouse': { tried: 'npm run bench:lighthouse 1', prints: /\| `\/tweetcheck` \| \d+ \|/ },
  'npm run bench:collect': { served: 'npm run bench:collect', collects: true },
  'npm run bench:collect -- --port 8790 --file results.ndjson': {
    served: 'npm run bench:collect -- --port 8790 --file results.ndjson',
    collects: true,
  },
  'npm run bench:difficulty': {
    tried: 'npm run bench:difficulty -- --rounds 1 --difficulties 3 --any',
    prints: /Round 1, difficulty 3/,
  },
  'npm run bench:same': {
    tried: 'npm run bench:same -- --runs 1 --difficulties 3',
    prints: /Difficulty 3: [01] of 1 runs/,
  },
  'npm run bench:fairness': {
    tried: 'ROUNDS=1 SECONDS=5 npm run bench:fairness',
    prints: /one post: p50 \d+ → \d+ ms/,
  },
  'npm run bench:visit': { tried: 'npm run bench:visit 1', prints: /tap → verdict painted/ },
  'npm run bench:pow': { tried: 'npm run bench:pow -- --rounds=1 --milliseconds=20 --trials=60' },
  'npm run bench:pow -- --rounds=15 --milliseconds=400': {
    tried: 'npm run bench:pow -- --rounds=2 --milliseconds=20 --trials=60',
  },
  'npm run bench:pow -- --quick': { tried: 'npm run bench:pow -- --quick --rounds=1 --keys=2' },
  'npm run bench:pow -- --json figures.json': {
    tried: 'npm run bench:pow -- --json figures.json --rounds=1 --keys=2 && test -s figures.json',
  },
  'npm run bench:pow -- --browsers': {
    tried: 'npm run bench:pow -- --browsers --rounds=1 --keys=2',
  },
  'npm run bench:pow -- --pool': { tried: 'npm run bench:pow -- --pool --keys=4' },
  "npm run bench:pow -- --url 'http://localhost:8787/pow?difficulty=4&trials=1000' --json run.json": {
    tried: `npm run bench:pow -- --url "${SERVER}" --json run.json; test -s run.json`,
    prints: RIGHT,
  },
  "npm run bench:pow -- --url 'http://localhost:8787/pow?trials=1000' --scan difficulty=3,4 --scan lanes=1,2 --json runs.ndjson --table runs.md":
    {
      tried: `npm run bench:pow -- --url "$SITE/pow?trials=200" --scan difficulty=1,2 --scan lanes=1,2 --json runs.ndjson --table runs.md; cat runs.md && test $(wc -l < runs.ndjson) = 4`,
      prints: /(?:^\| .*\n?){6}/m,
    },
  "npm run bench:pow -- --url 'http://localhost:8787/pow?difficulty=4' --browser firefox": {
    tried: `npm run bench:pow -- --url "${SERVER}" --browser firefox || test $? -ge 3`,
    prints: RIGHT,
  },
  'npx node tests/bench/server/main.ts': {
    tried: 'ROUNDS=1 SECONDS=1 ISSUED=1000 npx node tests/bench/server/main.ts',
    prints: /memory before and after/,
  },
  'npx node tests/bench/million/main.ts': {
    tried: 'ISSUED=2000 CHECKED=200 SECONDS=2 npx node tests/bench/million/main.ts',
    prints: /Redis, after the crowd/,
  },
  'npx node tests/bench/scale/main.ts': {
    tried: 'SECONDS=1 npx node tests/bench/scale/main.ts',
    prints: /\| the budget of \$5 a day \|/,
  },
  [ON_A_DEVICE]: { needs: 'a device behind a driver' },
  'npm install --save-exact': { needs: 'a package that is to be added' },
  'npx wrangler@4.164.0 login': { needs: AN_ACCOUNT },
  'npx wrangler@4.164.0 deploy --config server/cloudflare/wrangler.jsonc': { needs: AN_ACCOUNT },
  'npx wrangler@4.164.0 secret put NAME --config server/cloudflare/wrangler.jsonc': { needs: AN_ACCOUNT },
  'npx wrangler@4.164.0 tail --config server/cloudflare/wrangler.jsonc': { needs: AN_ACCOUNT },
  'npx wrangler@4.164.0 rollback --config server/cloudflare/wrangler.jsonc': { needs: AN_ACCOUNT },
}
