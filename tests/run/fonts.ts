import { spawnSync } from 'node:child_process'
import { aptInstall } from './apt.ts'

/** Makes sure that Japanese text is drawn with real glyphs: layout is tested with what visitors see. Other systems than Linux bring such fonts. */
export function ensureJapaneseFonts(): void {
  if (process.platform !== 'linux' || hasJapanese()) return
  console.log('No Japanese font found; installing one …')
  aptInstall('fontconfig', 'fonts-noto-cjk')
  if (hasJapanese()) return
  throw new Error('The tests need a Japanese font. Install one (Debian: apt-get install fonts-noto-cjk).')
}

function hasJapanese(): boolean {
  const { stdout } = spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' })
  return Boolean(stdout?.trim())
}
