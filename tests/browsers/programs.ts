import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { aptInstall } from '../run/apt.ts'
import { foundOrInstalled } from '../run/foundOrInstalled.ts'
import { which } from '../run/which.ts'
import { miniBrowser } from './webkitSession.ts'

/** The programs that the journeys need: named, the system's, or installed now. */
export function ensurePrograms() {
  return {
    firefox: ensure('Firefox', 'firefox-esr', () => which('firefox-esr') ?? which('firefox')),
    driver: ensure('WebKitWebDriver', 'webkit2gtk-driver', () => which('WebKitWebDriver')),
    browser: ensure("WebKitGTK's MiniBrowser", 'webkit2gtk-driver', miniBrowser),
    xvfb: ensure('Xvfb', 'xvfb', () => which('Xvfb')),
  }
}

function ensure(name: string, debianPackage: string, find: () => string | undefined): string {
  const path = foundOrInstalled(name, find, () => aptInstall(debianPackage))
  if (path) return path
  throw new Error(`The journeys need ${name}. Install it (Debian: apt-get install ${debianPackage}).`)
}

/** A display that nobody looks at, on a number that the server finds free. */
export async function openDisplay(xvfb: string): Promise<Disposable & { display: string }> {
  const child: ChildProcess = spawn(
    xvfb,
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const pipe = child.stdio[3]
  if (!pipe) throw new Error('Xvfb has no pipe')
  const [number] = (await once(pipe, 'data')) as [Buffer]
  return { display: `:${number.toString().trim()}`, [Symbol.dispose]: () => void child.kill() }
}
