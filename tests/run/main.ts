// The one test command: makes sure of what the tests need, runs every check, and ends with `N passed, N failed`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closingLine } from './closingLine.ts'
import { ensureJapaneseFonts } from './fonts.ts'
import { ensureHeadlessShell } from './headlessShell.ts'
import { ensureNginx } from './nginx.ts'
import { playwright } from './playwright.ts'
import { ensureRedis } from './redis.ts'
import { step } from './step.ts'
import type { Count } from './step.ts'
import { vitest } from './vitest.ts'

const counts: Count[] = []
const builds = mkdtempSync(join(tmpdir(), 'checker-builds-'))
try {
  process.env['CHROMIUM_PATH'] = ensureHeadlessShell()
  process.env['NGINX_PATH'] = ensureNginx()
  ensureJapaneseFonts()
  process.env['REDIS_PATH'] = ensureRedis()
  process.env['TEST_BUILDS'] = builds
  counts.push(step('format', 'oxfmt', ['--check', '.']))
  counts.push(step('lint', 'oxlint', []))
  counts.push(step('types', 'tsc', []))
  counts.push(step('build', 'npm', ['run', 'build']))
  // Many tests wait for servers, and others run meanwhile.
  counts.push(vitest('unit', [], 2))
  counts.push(playwright('main'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  counts.push({ passed: 0, failed: 1 })
} finally {
  rmSync(builds, { recursive: true, force: true })
}

closingLine(counts)
