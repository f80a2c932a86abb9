import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  contactNotice,
  misspeltBuildVariables,
  siteOriginNotice,
  variableFaults,
} from '../../build/site/variables.ts'
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
    { VITE_BASE: '/tools/checker/', VITE_HOST: 'github' },
    { VITE_BASE: '/~me/v1.0/a-b/' },
    { VITE_IP_LOOKUP_URL: 'https://ip.example/?format=json', VITE_TIMING_URL: '/api/timings' },
    { VITE_POW_POST_ORIGINS: ' , https://collector.example//,http://192.168.1.5:8790 ' },
    { VITE_POW_POST_ORIGINS: 'https://a-b.example:8443 https://[::1]:8790 http:' },
    { VITE_CAPABILITIES: 'search_ban, posts,' },
    { VITE_CONTACT_URL: 'mailto:someone@checker.example' },
    { VITE_CONTACT_URL: 'https://checker.example/contact?from=checker#form' },
    { VITE_AD_CLIENT: 'ca-pub-1234567890123456', VITE_AD_SLOT_LARGE: '1234567890' },
  ])('the build accepts the variables %j', (env) => {
    expect(faultsOf(env as Record<string, string>)).toEqual([])
  })

  it.each([
    ['VITE_SITE_ORIGIN', 'checker.example'],
    ['VITE_SITE_ORIGIN', 'https://checker.example/path'],
    ['VITE_SITE_ORIGIN', 'https://checker"example'],
    ['VITE_CAPABILITIES', 'shadow_ban'],
    ['VITE_BASE', '/tools'],
    ['VITE_BASE', '//elsewhere.example/'],
    ['VITE_BASE', '/tools//checker/'],
    ['VITE_BASE', '/a"><script>/'],
    ['VITE_HOST', 'geocities'],
    ['VITE_API_BASE', 'javascript:alert(1)'],
    ['VITE_IP_LOOKUP_URL', 'ip.example/ip'],
    ['VITE_TIMING_URL', '//elsewhere.example/'],
    ['VITE_POW_POST_ORIGINS', 'https://collector.example *'],
    ['VITE_POW_POST_ORIGINS', 'ftp://a.example'],
    ['VITE_POW_POST_ORIGINS', 'https://collector.example/results'],
    ['VITE_POW_POST_ORIGINS', 'https://a.example;https://b.example'],
    ['VITE_CONTACT_URL', 'javascript:alert(1)'],
    ['VITE_CONTACT_URL', 'mailto:'],
    ['VITE_CONTACT_URL', 'to mailto:someone@checker.example'],
    ['VITE_CONTACT_URL', 'https://someone@checker.example'],
    ['VITE_CONTACT_URL', 'https://:secret@checker.example'],
    ['VITE_AD_CLIENT', 'ca-pub-1&x=y'],
    ['VITE_AD_SLOT_SMALL', '"><script>'],
    ['VITE_ENC_KEY_2', 'ijklmno'],
    ['VITE_ENC_KEY_1', 'abcdefg\u007f'],
    ['VITE_ENC_KEY_4', 'uvwxyzABCDEé'],
  ])('the build refuses %s=%s with one sentence', (name, value) => {
    const faults = faultsOf({ [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^[^.]*${name}.* must .+\\.$`))
  })

  it('the build needs every part of the key, and 32 characters in total', () => {
    const { VITE_ENC_KEY_2: _second, ...others } = KEY
    expect(variableFaults({ ...others, VITE_ENC_KEY_4: '' })).toEqual([
      'VITE_ENC_KEY_2, VITE_ENC_KEY_4 must not be empty: each is a part of the AES key.',
    ])
    expect(faultsOf({ VITE_ENC_KEY_3: 'qrstu' })).toEqual([
      'VITE_ENC_KEY_1, VITE_ENC_KEY_2, VITE_ENC_KEY_3, VITE_ENC_KEY_4 must make 32 ASCII characters together, not 33.',
    ])
    expect(faultsOf({ VITE_ENC_KEY_3: ' ~Az' })).toEqual([])
  })

  it('the build reports the mistakes in all variables at once', () => {
    const wrong = { VITE_BASE: 'tools', VITE_HOST: 'geocities', VITE_CONTACT_URL: 'us', VITE_ENC_KEY_1: '' }
    expect(faultsOf(wrong)).toEqual([
      'VITE_BASE must be a path that begins and ends with a slash, such as /tools/checker/.',
      'VITE_HOST must be one of server, github, cloudflare, netlify, nginx, s3.',
      'VITE_CONTACT_URL must be an http(s) URL or a mailto: address.',
      'VITE_ENC_KEY_1 must not be empty: each is a part of the AES key.',
    ])
  })

  it('the build reports wrong variables without their values, which may be secret', () => {
    const secret = { VITE_ENC_KEY_2: 'secret', VITE_API_BASE: 'https://user:secret@example.org' }
    expect(faultsOf(secret)).toHaveLength(2)
    expect(faultsOf(secret).join()).not.toContain('secret')
  })
})

it('the operator of another host is told which origin the addresses have if none is configured', () => {
  expect(siteOriginNotice({ VITE_HOST: 'github' })).toContain('http://localhost:8787')
  expect(siteOriginNotice({ VITE_HOST: 'github', VITE_SITE_ORIGIN: 'https://checker.example' })).toBeNull()
  expect(siteOriginNotice({ VITE_HOST: 'server' })).toBeNull()
  expect(siteOriginNotice({})).toBeNull()
})

it('the operator is told where the contact link leads if none is configured', () => {
  expect(contactNotice({})).toMatch(/^VITE_CONTACT_URL is not set: .*\/privacy/)
  expect(contactNotice({ VITE_CONTACT_URL: 'mailto:us@checker.example' })).toBeNull()
})

it('the build ends with all mistakes in its variables and exit code 1, before it writes anything', () => {
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

it('a misspelt variable of the build is reported with the right one', () => {
  expect(misspeltBuildVariables({ VITE_API_BSAE: 'x', VITE_API_BASE: 'y', VITE_USER_NODE_ENV: 'z' })).toEqual(
    ['VITE_API_BSAE is not a variable of this program and has no effect. Did you mean VITE_API_BASE?'],
  )
})
