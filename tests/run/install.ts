// Installs the programs that the tests need and this machine lacks, and says which. `npm test` and `npm run ci` call it first, for the suites that
// they run; `node tests/run/install.ts` installs those of all suites.
import { spawnSync } from 'node:child_process'
import { PROGRAMS, hasJapaneseFonts, pathOf, which } from './programs.ts'
import type { ProgramName } from './programs.ts'

const PAGES = ['chromium-headless-shell', 'fonts'] as const
/** What each suite needs beside Node. */
const NEEDS: Readonly<Record<string, readonly (ProgramName | 'fonts')[]>> = {
  system: ['nginx', 'redis-server'],
  browsers: ['firefox', 'WebKitWebDriver', 'MiniBrowser', 'Xvfb', 'fonts'],
  cloudflare: PAGES,
  journeys: PAGES,
  e2e: [...PAGES, 'chromium'],
}

const isMissing = (need: ProgramName | 'fonts') =>
  need === 'fonts' ? !hasJapaneseFonts() : pathOf(need) === undefined
const packagesOf = (need: ProgramName | 'fonts') =>
  need === 'fonts' ? ['fontconfig', 'fonts-noto-cjk'] : [PROGRAMS[need].debian]

/** Where something cannot be installed, the first test that needs it says so. */
export function installPrograms(suites: readonly string[]): void {
  const missing = new Set(suites.flatMap((suite) => NEEDS[suite] ?? []).filter(isMissing))
  const packages = [...new Set([...missing].flatMap(packagesOf))].join(' ')
  if (packages === '') return
  if (process.getuid?.() !== 0 || !which('apt-get')) {
    console.log(`The tests need programs that are not here. Debian: apt-get install ${packages}`)
    return
  }
  console.log(`Installing with apt-get what the tests need and is not here: ${packages}`)
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status === 0
  run('apt-get', 'update', '-qq')
  // One package that this system does not have must not hold up the others.
  if (run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages.split(' '))) return
  for (const name of packages.split(' '))
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name)
  if (missing.has('chromium') && isMissing('chromium')) {
    console.log("Installing Playwright's Chromium, because this system has none")
    run('npx', 'playwright', 'install', '--with-deps', 'chromium')
  }
}

if (import.meta.main) installPrograms(Object.keys(NEEDS))
