import { aptInstall } from './apt.ts'
import { ensureChromium } from './chromium.ts'
import { foundOrInstalled } from './foundOrInstalled.ts'
import { which } from './which.ts'

/** Chromium without tabs, toolbars and back-forward cache, in which a test costs half as much; the whole Chromium where that cannot be had. */
export function ensureHeadlessShell(): string {
  if (process.env['CHROMIUM_PATH']) return ensureChromium()
  const name = 'chromium-headless-shell'
  const find = () => which(name)
  return foundOrInstalled(name, find, () => aptInstall(name)) ?? ensureChromium()
}
