import { spawnSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { which } from './run/programs.ts'

type Entry = {
  version?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
  deprecated?: string
}

/** What npm fetches and unpacks, by its place under `node_modules`. The entry with the empty name is the project itself. */
function fetchedBy(lockfile: string): [place: string, entry: Entry][] {
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '..', lockfile), 'utf8')) as {
    packages: Record<string, Entry>
  }
  return Object.entries(packages).filter(([place, { link }]) => place !== '' && link !== true)
}

const SITE = 'package-lock.json'
/** The runtime of Cloudflare Workers, which only `npm run test:cloudflare` installs. */
const CLOUDFLARE = 'tests/cloudflare/package-lock.json'

/** The yardsticks of the benchmarks, and Stryker. */
const BENCH = 'bench/package-lock.json'

/** Packages that run a program of theirs when they are installed, and why each may. */
const MAY_RUN: Record<string, Record<string, string>> = {
  [SITE]: {},
  [BENCH]: {},
  [CLOUDFLARE]: {
    'node_modules/esbuild': "part of wrangler; checks that this system's executable starts",
    'node_modules/workerd': "the Workers' runtime itself; checks that this system's executable starts",
  },
}

it.each([SITE, BENCH, CLOUDFLARE])('every package in %s has a SHA-512 hash', (lockfile) => {
  const packages = fetchedBy(lockfile)
  expect(packages.length).toBeGreaterThan(30)
  const unsealed = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(unsealed.map(([place]) => place)).toEqual([])
})

it.each([SITE, BENCH, CLOUDFLARE])(
  'only the listed dependencies of %s run a program while they are installed',
  (lockfile) => {
    const running = fetchedBy(lockfile).filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(running.map(([place]) => place)).toEqual(Object.keys(MAY_RUN[lockfile] ?? {}))
  },
)

it('npm runs no program of a package that it installs', () => {
  const options = readFileSync(join(import.meta.dirname, '../.npmrc'), 'utf8')
  expect(options).toMatch(/^ignore-scripts=true$/m)
})

// These two are what `npm ci` would warn of, if it compared with the right Node.
it('no dependency requires another Node than the pinned one', () => {
  const npm = process.env['npm_execpath'] ?? realpathSync(which('npm') ?? 'npm')
  const strictly = [npm, 'ci', '--engine-strict', '--dry-run', '--ignore-scripts', '--offline']
  const { status, stderr } = spawnSync(process.execPath, strictly, {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

it('no dependency is deprecated by its authors', () => {
  const givenUp = fetchedBy(SITE).filter(([, { deprecated }]) => deprecated !== undefined)
  expect(givenUp.map(([place]) => place)).toEqual([])
})
