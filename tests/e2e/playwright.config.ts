import { defineConfig } from '@playwright/test'
import { findTestChromium } from '../run/programs.ts'

const root = process.getuid?.() === 0

/** Real Chromium against the real server, in a desktop's window where a test does not choose another. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  globalSetup: './startServer.ts',
  fullyParallel: true,
  forbidOnly: true,
  // What passes only the second time has failed.
  retries: 0,
  // Twice the two processors of CI, because a test waits half of its time.
  workers: 4,
  // Patience for a machine that is starved, longer than any deadline of the site: nothing is slow enough to fail.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: process.env['E2E_URL'] ?? '',
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: findTestChromium(),
      args: [
        ...(root ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        // Other names than localhost: other hosts of the site, and contexts that are not secure.
        '--host-resolver-rules=MAP *.test 127.0.0.1',
        '--disable-component-update',
        '--disable-quic',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
