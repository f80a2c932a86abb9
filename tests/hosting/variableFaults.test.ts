import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { variableFaults } from '../../build/site/variableFaults.ts'
import { scratchFolder } from '../server/scratch.ts'

const KEY = {
  VITE_ENC_KEY_1: 'abcdefgh',
  VITE_ENC_KEY_2: 'ijklmnop',
  VITE_ENC_KEY_3: 'qrst',
  VITE_ENC_KEY_4: 'uvwxyzABCDEF',
}
const faultsOf = (env: Record<string, string>) => variableFaults({ ...KEY, ...env })

describe('the variables of a build', () => {
  it.each([
    {},
    { VITE_SITE_ORIGIN: '', VITE_BASE: '', VITE_CONTACT_URL: '' },
    { VITE_SITE_ORIGIN: 'https://checker.example', VITE_API_BASE: 'http://localhost:8787/' },
    { VITE_BASE: '/', VITE_HOST: 'nginx' },
    { VITE_BASE: '/tools/checker/', VITE_HOST: 'github' },
    { VITE_IP_LOOKUP_URL: 'https://ip.example/?format=json', VITE_TIMING_URL: '/api/timings' },
    { VITE_POW_POST_ORIGINS: 'https://collector.example/, https:' },
    { VITE_CONTACT_URL: 'mailto:someone@checker.example' },
    { VITE_CONTACT_URL: 'https://checker.example/contact?from=checker#form' },
    { VITE_AD_CLIENT: 'ca-pub-1234567890123456', VITE_AD_SLOT_LARGE: '1234567890' },
  ])('may be %j', (env) => {
    expect(faultsOf(env as Record<string, string>)).toEqual([])
  })

  it.each([
    ['VITE_SITE_ORIGIN', 'checker.example'],
    ['VITE_SITE_ORIGIN', 'https://checker.example/path'],
    ['VITE_SITE_ORIGIN', 'https://user:secret@checker.example'],
    ['VITE_SITE_ORIGIN', 'ftp://checker.example'],
    ['VITE_BASE', 'tools'],
    ['VITE_BASE', '/tools'],
    ['VITE_BASE', 'tools/'],
    ['VITE_BASE', '//elsewhere.example/'],
    ['VITE_BASE', '/a"><script>/'],
    ['VITE_HOST', 'geocities'],
    ['VITE_API_BASE', 'api.example.org'],
    ['VITE_API_BASE', 'javascript:alert(1)'],
    ['VITE_API_BASE', 'https://api.example.org/api'],
    ['VITE_IP_LOOKUP_URL', 'ip.example'],
    ['VITE_TIMING_URL', 'data:,'],
    ['VITE_TIMING_URL', '//elsewhere.example/'],
    ['VITE_POW_POST_ORIGINS', 'https://collector.example *'],
    ['VITE_CONTACT_URL', 'javascript:alert(1)'],
    ['VITE_CONTACT_URL', 'someone@checker.example'],
    ['VITE_CONTACT_URL', 'mailto:'],
    ['VITE_AD_CLIENT', 'ca-pub-1&x=y'],
    ['VITE_AD_SLOT_SMALL', '"><script>'],
    ['VITE_ENC_KEY_2', ''],
    ['VITE_ENC_KEY_2', 'short'],
    ['VITE_ENC_KEY_4', 'uvwxyzABCDEé'],
  ])('may not be %s=%s, which one sentence says', (name, value) => {
    const faults = faultsOf({ [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^[^.]*${name}.* must .+\\.$`))
  })

  it('are never told, since some are secret', () => {
    const secret = { VITE_ENC_KEY_2: 'secret', VITE_API_BASE: 'https://user:secret@example.org' }
    expect(faultsOf(secret)).toHaveLength(2)
    expect(faultsOf(secret).join()).not.toContain('secret')
  })

  it('end the build with all their mistakes at once and code 1, before anything is written', () => {
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
})
