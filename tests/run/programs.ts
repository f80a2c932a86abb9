import { chromium } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program is found: a variable that names it, names on PATH or whole paths; and the Debian package that brings it. */
export type Program = { variable?: string; names: readonly string[]; debian: string }

const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`

export const PROGRAMS = {
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
  'chromium-headless-shell': {
    variable: 'CHROMIUM_PATH',
    names: ['chromium-headless-shell'],
    debian: 'chromium-headless-shell',
  },
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

export type ProgramName = keyof typeof PROGRAMS

/** The path of a program that the tests need. Throws with the way to install it. */
export function findProgram(name: ProgramName): string {
  const path = pathOf(name)
  if (path) return path
  const { variable, debian }: Program = PROGRAMS[name]
  const orNamed = variable ? ` or set ${variable} to one` : ''
  throw new Error(
    `The tests need ${name}. Install it (node tests/run/install.ts, or Debian: apt-get install ${debian})${orNamed}.`,
  )
}

export function pathOf(name: ProgramName): string | undefined {
  const { variable = '', names }: Program = PROGRAMS[name]
  return process.env[variable] || names.map(which).find((path) => path !== undefined)
}

/** The Chromium of the end-to-end tests: `CHROMIUM_PATH`, else the headless shell, else the whole browser. */
export function findTestChromium(): string {
  return pathOf('chromium-headless-shell') ?? findProgram('chromium')
}

/** Whether Japanese text is drawn with real glyphs: layout is tested with what visitors see. Other systems than Linux bring such fonts. */
export function hasJapaneseFonts(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' }).stdout?.trim())
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
