// `npm run test:cloudflare`: installs Cloudflare's runtime into this folder, builds site and Worker, and runs the tests against them.
import { ensureChromium } from '../run/chromium.ts'
import { closingLine } from '../run/closingLine.ts'
import { ensureJapaneseFonts } from '../run/fonts.ts'
import { step } from '../run/step.ts'
import type { Count } from '../run/step.ts'
import { vitest } from '../run/vitest.ts'

const counts: Count[] = []
try {
  process.env['CHROMIUM_PATH'] = ensureChromium()
  ensureJapaneseFonts()
  counts.push(
    // `npm ci` wants the runtimes of all platforms in the lockfile; this installs this machine's. Nothing runs on install.
    step('runtime', 'npm', [
      'install',
      '--prefix',
      'tests/cloudflare',
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ]),
    step('build', 'npm', ['run', 'build:cloudflare']),
    vitest('cloudflare', ['--config', 'tests/cloudflare/vitest.config.ts']),
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  counts.push({ passed: 0, failed: 1 })
}
closingLine(counts)
