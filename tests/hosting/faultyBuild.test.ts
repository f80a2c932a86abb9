import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratchFolder } from '../server/scratch.ts'

it('ends with all mistakes in its variables at once and code 1, before anything is written', () => {
  const outDir = join(scratchFolder(), 'dist')
  const wrong = { VITE_BASE: 'tools', VITE_CONTACT_URL: 'javascript:alert(1)', VITE_ENC_KEY_1: 'a' }
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, NODE_ENV: 'production', ...wrong },
      encoding: 'utf8',
    },
  )
  expect(status).toBe(1)
  expect(stderr.split('\n').filter((line) => line.startsWith('VITE_'))).toHaveLength(3)
  expect(stderr).not.toContain('    at ')
  expect(existsSync(outDir)).toBe(false)
})
