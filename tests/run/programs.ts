import { chromium } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program is found: a variable that names it, names on PATH or whole paths; and the Debian package that brings it. */
type Program = { variable?: string; names: readonly string[]; debian: string }

const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`

const PROGRAMS = {
  chromium: {
    variable: 'CHROMIUM_PATH',
    names: [
      'chromium',
      'chromium-browser',
      'google-chrome-stable',
      'google-chrome',
      chromium.executablePath(),
    ],
    debian: 'chromium',
  },
  /** Chromium without tabs, toolbars and back-forward cache, in which a test costs half as much. */
  'chromium-headless-shell': { names: ['chromium-headless-shell'], debian: 'chromium-headless-shell' },
  nginx: {
    variable: 'NGINX_PATH',
    names: ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx'],
    debian: 'nginx',
  },
  'redis-server': {
    variable: 'REDIS_PATH',
    names: ['redis-server', 'valkey-server'],
    debian: 'redis-server',
  },
  firefox: { names: ['firefox-esr', 'firefox'], debian: 'firefox-esr' },
  WebKitWebDriver: { names: ['WebKitWebDriver'], debian: 'webkit2gtk-driver' },
  /** The browser that belongs to the driver, where Debian and Fedora keep it. */
  MiniBrowser: {
    names: [
      `${LIBRARIES}/webkit2gtk-4.1/MiniBrowser`,
      `${LIBRARIES}/webkit2gtk-4.0/MiniBrowser`,
      '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
    ],
    debian: 'webkit2gtk-driver',
  },
  Xvfb: { names: ['Xvfb'], debian: 'xvfb' },
} as const satisfies Record<string, Program>

/** The path of a program that the tests need, which is installed if it is not there. Throws where that is not possible. */
export function ensureProgram(name: keyof typeof PROGRAMS): string {
  const { variable = '', names, debian }: Program = PROGRAMS[name]
  const named = process.env[variable]
  if (named) return named
  const find = () => names.map(which).find((path) => path !== undefined)
  const path = find() ?? (install(debian) ? find() : undefined)
  if (path) return path
  const orNamed = variable === '' ? '' : ` or set ${variable} to one`
  throw new Error(`The tests need ${name}. Install it (Debian: apt-get install ${debian})${orNamed}.`)
}

/** The Chromium of the end-to-end tests: `CHROMIUM_PATH`, the headless shell, or where that cannot be had, the whole. */
export function ensureTestChromium(): string {
  if (process.env['CHROMIUM_PATH']) return process.env['CHROMIUM_PATH']
  try {
    return ensureProgram('chromium-headless-shell')
  } catch {
    return ensureChromium()
  }
}

/** The whole Chromium: the system's, Playwright's own, or one that is installed now. */
export function ensureChromium(): string {
  try {
    return ensureProgram('chromium')
  } catch {
    const args = ['playwright', 'install', '--with-deps', 'chromium']
    spawnSync('npx', args, { stdio: 'inherit', shell: process.platform === 'win32' })
    return ensureProgram('chromium')
  }
}

/** Makes sure that Japanese text is drawn with real glyphs: layout is tested with what visitors see. Other systems than Linux bring such fonts. */
export function ensureJapaneseFonts(): void {
  const isThere = () => Boolean(spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' }).stdout?.trim())
  if (process.platform !== 'linux' || isThere()) return
  if (install('fontconfig', 'fonts-noto-cjk') && isThere()) return
  throw new Error('The tests need a Japanese font. Install one (Debian: apt-get install fonts-noto-cjk).')
}

/** The path of an executable: one on PATH, or a whole path that is there. */
export function which(name: string): string | undefined {
  const folders = name.startsWith('/') ? ['/'] : (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Installs Debian packages; false where there is no apt, no right to use it, or it fails. */
function install(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !which('apt-get')) return false
  console.log(`Installing ${packages.join(' ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: 'inherit' }).status === 0
  apt('update', '-qq')
  return apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
}
