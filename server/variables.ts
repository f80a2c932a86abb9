import { isIP } from 'node:net'
import * as v from 'valibot'
import { DAY_MS } from '../contract/dates.ts'
import { BATCH_POSTS_MAX } from '../contract/names.ts'
import { JUDGEABLE_ITEMS } from '../contract/outcomes.ts'
import { screenNameFault } from '../contract/screenName.ts'
import {
  baseOrigin,
  isOrigin,
  checkedList,
  misspeltNames,
  oneOf,
  urlProtocol,
  checkedText,
} from '../contract/variables.ts'
import { ISSUED_DIFFICULTY_MAX } from './proof/challenge.ts'
import { SANDBOX_FAULT_KINDS } from './upstream/sandboxRows.ts'
import { UPSTREAM_CHOICES } from './upstream/Upstream.ts'
import {
  isWhole,
  whole,
  confirmed,
  isDollars,
  isRange,
  isAddressOrNetwork,
  NOTICE_MAX,
  notice,
  JudgedItemsSchema,
  megabytes,
} from './variableSchemas.ts'

export type VariableRow = {
  name: string
  /** The value if the variable is not set. Without a fallback it is empty. */
  fallback?: string
  /** Its issues follow "must". */
  schema: v.GenericSchema<string, unknown>
  meaning: string
  shown?: string
  /** A secret, which a file may hold: `X_BEARER_TOKEN_FILE` is the path of the file that holds `X_BEARER_TOKEN`. */
  isSecret?: true
  /** Only a Node process reads it: on Cloudflare it would have no effect, so it is refused. */
  nodeOnly?: true
}

/** One row a variable, by the names that the code reads them under; `npm run docs` writes the table of the documents from it. */
export const SERVER_VARIABLES = {
  port: {
    name: 'PORT',
    fallback: '8787',
    schema: whole(0, 65_535),
    meaning: 'port of site and API; `0` takes a free one and prints it',
    nodeOnly: true,
  },
  host: {
    name: 'HOST',
    schema: checkedText(
      (value) => value === '' || isIP(value) !== 0,
      'an IP address of this machine, or empty',
    ),
    shown: '`127.0.0.1` with `TRUST_PROXY`, else every address',
    meaning: 'the only IP address to listen at; `0.0.0.0` or `::` for all',
    nodeOnly: true,
  },
  socketPath: {
    name: 'SOCKET_PATH',
    schema: checkedText((value) => value === '' || value.startsWith('/'), 'an absolute path, or empty'),
    meaning:
      'a Unix socket to listen at instead of `PORT`, such as `/run/checker.sock`; who calls through it counts as `127.0.0.1` for `TRUST_PROXY`',
    nodeOnly: true,
  },
  socketMode: {
    name: 'SOCKET_MODE',
    fallback: '660',
    schema: v.pipe(
      checkedText((value) => /^[0-7]{3}$/.test(value), 'three octal digits such as 660'),
      v.transform((value) => Number.parseInt(value, 8)),
    ),
    meaning: 'permissions of that socket: the proxy must be able to write to it',
    nodeOnly: true,
  },
  dataDir: {
    name: 'DATA_DIR',
    fallback: 'data',
    schema: v.string(),
    meaning: 'folder of the database and of the secrets',
    nodeOnly: true,
  },
  /** May hold a password: never printed. */
  storeUrl: {
    name: 'STORE_URL',
    schema: checkedText(
      (value) => value === '' || ['redis:', 'rediss:'].includes(urlProtocol(value)),
      'empty (SQLite) or a redis:// or rediss:// URL',
    ),
    meaning:
      '`redis://…` or `rediss://…` moves spent challenges, limits, cache, history and secrets to Redis or Valkey',
    isSecret: true,
    nodeOnly: true,
  },
  upstream: {
    name: 'UPSTREAM',
    fallback: 'sandbox',
    schema: oneOf(UPSTREAM_CHOICES),
    meaning: UPSTREAM_CHOICES.map((choice) => `\`${choice}\``).join(' or '),
  },
  bearerToken: {
    name: 'X_BEARER_TOKEN',
    schema: checkedText((value) => /^[\x21-\x7e]*$/.test(value), 'a token without spaces'),
    meaning: 'app token of the official X API; without it `UPSTREAM=x` checks posts alone',
    isSecret: true,
  },
  accountsPermitted: {
    name: 'X_ACCOUNT_CHECKS',
    schema: confirmed('permitted'),
    meaning: '`permitted` confirms that X permits your use; without it `UPSTREAM=x` checks posts alone',
  },
  budgetUsd: {
    name: 'X_BUDGET_USD_PER_DAY',
    fallback: '5',
    schema: v.pipe(checkedText(isDollars, 'dollars such as 5 or 0.50, at most 100000'), v.transform(Number)),
    meaning: "dollars that X's API may cost in a UTC day, over all processes that share the store",
  },
  budgetPercentPerAddress: {
    name: 'X_BUDGET_PERCENT_PER_ADDRESS',
    fallback: '5',
    schema: whole(1, 100),
    meaning:
      'percentage of that budget that one address (IPv6: one /64 network) may spend in a day, but never less than one full check; a /56 has three such shares, a /48 or an IPv4 /24 ten',
  },
  budgetPercentPerHour: {
    name: 'X_BUDGET_PERCENT_PER_HOUR',
    fallback: '15',
    schema: whole(1, 100),
    meaning:
      "percentage of that budget after which, in an hour, only those are served who have taken less than a quarter of their day's share",
  },
  postSearchPermitted: {
    name: 'X_POST_SEARCH',
    schema: confirmed('permitted'),
    meaning:
      '`permitted` confirms that X permits your use of its search for posts; without it no post is searched for',
  },
  postSearchMax: {
    name: 'X_POST_SEARCH_MAX',
    fallback: '20',
    schema: whole(0, BATCH_POSTS_MAX),
    meaning: `posts of a batch that are searched for, 0–${BATCH_POSTS_MAX}; the others read as not searched`,
  },
  canaries: {
    name: 'X_CANARY',
    fallback: 'X,XDevelopers,premium,NASA',
    schema: checkedList((value) => screenNameFault(value) === null, 'screen names without "@"'),
    meaning:
      "the controls: accounts, separated by commas, of which X's search surely holds posts, and which together post every day",
  },
  judged: {
    name: 'X_JUDGE',
    fallback: JUDGEABLE_ITEMS.join(),
    schema: JudgedItemsSchema,
    meaning: 'what may be judged of what you have permitted; `none` for nothing',
  },
  apiBase: {
    name: 'X_API_BASE',
    fallback: 'https://api.x.com',
    schema: baseOrigin,
    meaning: 'origin of the official API',
  },
  oembedBase: {
    name: 'X_OEMBED_BASE',
    fallback: 'https://publish.x.com',
    schema: baseOrigin,
    meaning: 'origin of the public oEmbed',
  },
  difficulty: {
    name: 'POW_DIFFICULTY',
    fallback: '3',
    schema: whole(0, ISSUED_DIFFICULTY_MAX),
    meaning: `leading hexadecimal zeros of a challenge, 0–${ISSUED_DIFFICULTY_MAX}; each one more costs visitors 16 times the work`,
  },
  ratePerMinute: {
    name: 'RATE_LIMIT_PER_MINUTE',
    fallback: '60',
    schema: whole(0, 1_000_000),
    meaning:
      'checks per address and minute (previews: four times as many, reads: ten times); `0` switches limits off',
  },
  trustedProxies: {
    name: 'TRUST_PROXY',
    schema: checkedList(
      isRange,
      'IP addresses of your own proxies, or CIDR ranges no wider than /8 (whoever is in one can name the address to be limited by)',
    ),
    meaning:
      'addresses or CIDR ranges of your reverse proxies, separated by commas; only their `X-Forwarded-For` is trusted. Ranges wider than /8 are refused',
    nodeOnly: true,
  },
  origins: {
    name: 'SITE_ORIGINS',
    schema: checkedList(isOrigin, 'origins such as https://example.org'),
    meaning: 'origins of sites hosted elsewhere that may call this API, separated by commas',
  },
  historyMs: {
    name: 'HISTORY_DAYS',
    fallback: '90',
    schema: v.pipe(
      whole(1, 3650),
      v.transform((days) => days * DAY_MS),
    ),
    meaning: 'how long saved results are kept',
  },
  historyMaxBytes: {
    name: 'HISTORY_MAX_MB',
    fallback: '1024',
    schema: megabytes,
    meaning:
      'what all saved results may take together; beyond it the oldest go first. In Redis also at most half of `maxmemory`',
  },
  historyAddressBytes: {
    name: 'HISTORY_MAX_MB_PER_ADDRESS',
    fallback: '4',
    schema: megabytes,
    meaning: 'what one address may have stored in a day; beyond it checks are answered without a link',
  },
  notice: {
    name: 'NOTICE',
    schema: notice,
    meaning: `shown above the forms: plain text, at most ${NOTICE_MAX} characters; \`server/tools/main.ts notice\` sets it without a restart`,
  },
  maintenance: {
    name: 'MAINTENANCE',
    schema: notice,
    meaning: 'the same, and checks answer 503 `maintenance` in these words',
  },
  denied: {
    name: 'DENY',
    schema: checkedList(isAddressOrNetwork, 'IP addresses or CIDR ranges'),
    meaning: 'addresses and networks whose calls of the API answer 403 `denied`, separated by commas',
    nodeOnly: true,
  },
  denyFile: {
    name: 'DENY_FILE',
    schema: v.string(),
    meaning: 'a file with more of them, one a line, which is read again on SIGHUP',
    nodeOnly: true,
  },
  operatorToken: {
    name: 'OPERATOR_TOKEN',
    schema: checkedText(
      (value) => value === '' || /^[\x21-\x7e]{32,}$/.test(value),
      'empty, or at least 32 characters without spaces',
    ),
    meaning:
      'on Cloudflare alone: the secret that `/api/operator` asks for (docs/hosting.md); closed without it',
    isSecret: true,
  },
  metricsPort: {
    name: 'METRICS_PORT',
    schema: v.pipe(
      checkedText((value) => value === '' || isWhole(value, 0, 65_535), 'a whole number from 0 to 65535'),
      v.transform((value) => (value === '' ? null : Number(value))),
    ),
    meaning: 'port of `/metrics` for Prometheus; off without it',
    nodeOnly: true,
  },
  metricsHost: {
    name: 'METRICS_HOST',
    fallback: '127.0.0.1',
    schema: checkedText((value) => isIP(value) !== 0, 'an IP address of this machine'),
    meaning: 'IP address of `/metrics`, which asks for no password: in a container `0.0.0.0`',
    nodeOnly: true,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    schema: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    meaning: '`debug` adds one line for each answer; `silent` writes nothing',
    nodeOnly: true,
  },
  sandboxLatencyMs: {
    name: 'SANDBOX_LATENCY_MS',
    fallback: '300',
    schema: whole(0, 30_000),
    meaning: 'how long the sandbox takes to answer',
  },
  sandboxFault: {
    name: 'SANDBOX_FAULT',
    fallback: 'none',
    schema: oneOf(SANDBOX_FAULT_KINDS),
    meaning: 'makes every sandbox answer fail: `error` (500), `unavailable` (502), `slow` (8 s), `hang`',
  },
} satisfies Record<string, VariableRow>

type Values = {
  [Name in keyof typeof SERVER_VARIABLES]: v.InferOutput<(typeof SERVER_VARIABLES)[Name]['schema']>
}
export type Env = Record<string, string | undefined>

export function readVariables(env: Env): { values: Values; faults: string[] } {
  const faults: string[] = []
  const read = ([member, row]: [string, VariableRow]) => {
    const parsed = v.safeParse(row.schema, env[row.name]?.trim() || (row.fallback ?? ''))
    for (const { message } of parsed.issues ?? []) faults.push(`${row.name} must ${message}.`)
    return [member, parsed.output]
  }
  const values = Object.fromEntries(Object.entries(SERVER_VARIABLES).map(read)) as Values
  return { values, faults: [...new Set(faults)] }
}

const ROWS = Object.values<VariableRow>(SERVER_VARIABLES)

/** The variables whose value a file may hold, by the name of the variable that holds the file's path. */
export const SECRET_FILE_VARIABLES = ROWS.filter(({ isSecret }) => isSecret).map(({ name }) => ({
  name,
  fileName: `${name}_FILE`,
}))

/** A sentence for each name in the environment that looks like a misspelt variable of the server. */
export function misspeltVariables(env: Env): string[] {
  const known = [...ROWS.map(({ name }) => name), ...SECRET_FILE_VARIABLES.map(({ fileName }) => fileName)]
  const set = Object.keys(env).filter((name) => env[name]?.trim() && /^[A-Z][A-Z0-9_]*$/.test(name))
  return misspeltNames(set, known)
}
