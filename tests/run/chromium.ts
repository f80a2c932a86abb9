import { chromium } from '@playwright/test'
import { existsSync } from 'node:fs'
import { aptInstall } from './apt.ts'
import { foundOrInstalled } from './foundOrInstalled.ts'
import { run } from './step.ts'
import { which } from './which.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The path of a Chromium to test with: named, the system's, Playwright's own, or one that is installed now. */
export function ensureChromium(): string {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which is not there.`)
  }
  const found = foundOrInstalled(
    'Chromium',
    find,
    () => run('playwright', ['install', '--with-deps', 'chromium']),
    () => aptInstall('chromium'),
  )
  if (found) return found
  throw new Error(
    'The tests need Chromium, and it could not be installed. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  )
}

function find(): string | undefined {
  const system = NAMES.map((name) => which(name)).find(Boolean)
  if (system) return system
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}
