import { defineConfig } from 'oxlint'
import type { OxlintOverride } from 'oxlint'

/** What every page folder may use. */
const GROUND = ['contract', 'text', 'lib', 'ui', 'config.ts']
const CHECK = [...GROUND, 'check', 'ads', 'storage', 'observations', 'results']

/**
 * Which folders a folder imports from, besides itself. A row names rows above it only, so there is no cycle between folders.
 * Feature folders (account, posts, report, log, info, profiler) do not know each other.
 */
const FOLDERS: Record<string, readonly string[]> = {
  contract: [],
  'workers/kernel': [],
  'workers/engine': ['contract', 'kernel'],
  workers: ['contract', 'engine', 'kernel'],
  'src/text': ['contract'],
  'src/lib': ['contract', 'text'],
  'src/ui': ['contract', 'text', 'lib', 'config.ts'],
  'src/ads': ['text', 'lib', 'ui', 'config.ts'],
  'src/storage': ['contract', 'lib'],
  'src/crypto': ['contract', 'lib', 'config.ts', 'workers', 'engine', 'kernel'],
  'src/check': [...GROUND, 'crypto'],
  'src/observations': [...GROUND, 'check', 'storage'],
  'src/results': [...GROUND, 'check', 'storage', 'observations'],
  'src/account': CHECK,
  'src/posts': CHECK,
  'src/report': [...GROUND, 'storage', 'results'],
  'src/log': [...GROUND, 'check', 'storage', 'results'],
  'src/info': [...GROUND, 'check'],
  'src/profiler': [...GROUND, 'crypto', 'workers', 'storage'],
  'src/app': [...GROUND, 'account', 'posts', 'report', 'log', 'info', 'profiler'],
  'server/http': ['contract'],
  'server/store': ['contract', 'http'],
  'server/proof': ['contract', 'http', 'store'],
  'server/upstream': ['contract', 'http', 'store'],
  'server/upstream/x': ['contract', 'http', 'store', 'upstream', 'verdict'],
  'server/upstream/x/verdict': ['contract'],
  'server/openapi': ['contract', 'http'],
  'server/routes': ['contract', 'http', 'openapi', 'proof', 'store', 'upstream'],
  'server/site': ['contract', 'http'],
}

const NAMES = Object.keys(FOLDERS)
  .map((folder) => folder.slice(folder.lastIndexOf('/') + 1))
  .concat(['src', 'server', 'cloudflare', 'tools', 'tests', 'build'])

const REACT = { regex: '^react($|-|/)', message: 'Logic (.ts) knows nothing of React.' }
const WORKER_FILES = { regex: '/workers/.*(worker|\\?)', message: 'Only src/crypto names a worker file.' }
const CALLS = { regex: '^(hono|ky|comlink)$', message: 'Screens read atoms; they call nothing.' }
/** What judging may import beside `contract/`: the readers of X's answers. Nothing that it imports calls X, the store or a clock. */
const PURE = {
  group: ['../*', '../client/*', '../../*.ts', 'node:*', '!../replies.ts'],
  message: 'verdict/ is pure functions over records: it imports nothing that calls.',
}
const LIBRARIES: Record<string, { message: string } & ({ regex: string } | { group: string[] })> = {
  contract: {
    regex: '^(react|jotai|ky|hono|comlink|hash-wasm|redis|pino|node:)',
    message: 'contract/ imports the schema library only.',
  },
  workers: { regex: '^(react|jotai|ky|hono)', message: 'workers/ import Comlink and hashing libraries.' },
  server: { regex: '^react', message: 'The server knows nothing of React.' },
  lib: { regex: '^react', message: 'src/lib knows nothing of React: components are in src/ui.' },
  verdict: PURE,
  storage: { regex: '^(react|ky|hono|comlink)', message: 'src/storage imports idb, jotai and valibot.' },
}

/** The rule for one folder: its `.ts` and `.tsx` modules, and the folders and libraries that it must not import. */
function boundary(folder: string, allowed: readonly string[], extension: 'ts' | 'tsx'): OxlintOverride {
  const [top = '', name = top] = folder.split('/')
  const own = folder.split('/')
  const denied = NAMES.filter((other) => !allowed.includes(other) && !own.includes(other))
  const isPage = top === 'src'
  const patterns = [
    {
      regex: `^\\.\\.?/(?:.*/)?(?:${denied.join('|')})/`,
      message: `${folder} imports from ${allowed.join(', ') || 'nothing else'} only (oxlint.config.ts).`,
    },
    ...[LIBRARIES[top], LIBRARIES[own.at(-1) ?? '']].filter((pattern) => pattern !== undefined),
    ...(isPage && name !== 'app' && extension === 'ts' ? [REACT] : []),
    ...(isPage && extension === 'tsx' ? [CALLS] : []),
    ...(isPage && name !== 'crypto' ? [WORKER_FILES] : []),
  ]
  return {
    files: [`${folder}/**/*.${extension}`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  }
}

export default defineConfig({
  plugins: ['typescript', 'react', 'import', 'unicorn', 'oxc', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { browser: true, node: true, es2024: true },
  options: { reportUnusedDisableDirectives: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/default': 'off',
    'import/extensions': ['error', 'always', { ignorePackages: true }],
    'import/no-unassigned-import': 'off',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'react/react-in-jsx-scope': 'off',
    'react/jsx-no-target-blank': 'error',
    'react/no-danger': 'error',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-bitwise': 'off',
    'no-console': 'error',
    'unicorn/prefer-add-event-listener': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
    'vitest/require-mock-type-parameters': 'off',
  },
  overrides: [
    // Of two rows that fit a file, the later one counts: `server/upstream/x` stands below `server/upstream`.
    ...Object.entries(FOLDERS).flatMap(([folder, allowed]) => [
      boundary(folder, allowed, 'ts'),
      boundary(folder, allowed, 'tsx'),
    ]),
    { files: ['server/**'], rules: { 'no-console': 'off' } },
    {
      files: ['build/**', 'tests/**', 'bench/**', '*.config.{js,ts}', 'server/cloudflare/worker.ts'],
      rules: { 'no-console': 'off', 'import/no-default-export': 'off' },
    },
    {
      files: ['tests/browsers/**'],
      rules: {
        'vitest/expect-expect': [
          'error',
          { assertFunctionNames: ['expect', 'sees', 'until', 'checkAccount', 'bothChecks'] },
        ],
      },
    },
  ],
  ignorePatterns: ['dist', 'dist-cloudflare', 'node_modules', 'test-results', 'screenshots'],
})
