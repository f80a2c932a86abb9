import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { apiNotice } from '../../build/site/apiNotice.ts'
import { hostNamed } from '../../build/site/hosts/hostNamed.ts'
import { GITHUB, buildFor } from './buildFor.ts'

const PAGES = ['', 'tweetcheck']
const site = {
  name: 'Checker',
  description: 'Checks',
  origin: 'https://checker.example',
  base: '/',
  apiBase: '',
  ipLookupUrl: '/api/ip',
  timingUrl: '',
  carriesAds: false,
  indexed: [],
}

describe('files for a host', () => {
  it('rewrite a history to the frame under the name that the host gives it', () => {
    expect(hostNamed('cloudflare').files?.(site, '', PAGES)['_redirects']).toBe(
      '/tweetcheck/history/* /app 200\n',
    )
    expect(hostNamed('netlify').files?.(site, '', PAGES)['_redirects']).toBe(
      '/tweetcheck/history/* /app.html 200\n',
    )
  })

  it.each(['cloudflare', 'netlify'])('send the policy with every file on %s', (name) => {
    const headers = hostNamed(name).files?.({ ...site, base: '/sub/' }, "default-src 'none'", PAGES)[
      '_headers'
    ]
    expect(headers).toMatch(
      /^\/sub\/\*\n {2}Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\n/,
    )
    expect(headers).toContain('/sub/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n')
  })

  it('upload every page to S3 under the name that is asked for', () => {
    const script = hostNamed('s3').filesBeside?.(site, '', PAGES)['dist.s3.sh'] ?? ''
    expect(script).toContain(`aws s3 cp tweetcheck.html "$target/tweetcheck"`)
    expect(spawnSync('sh', ['-n'], { input: script }).status).toBe(0)
  })

  it('are refused for a host that is not known', () => {
    expect(() => hostNamed('geocities')).toThrow('VITE_HOST is one of')
  })
})

describe('a host that serves files alone', () => {
  it('tells its operator which address the pages will ask, and what happens when nobody answers', () => {
    expect(apiNotice(hostNamed('github'), site)).toMatch(
      /VITE_API_BASE is not set: .*https:\/\/checker.example\/api/,
    )
    expect(apiNotice(hostNamed('s3'), { ...site, apiBase: 'https://api.example' })).toContain(
      'https://api.example',
    )
    expect(apiNotice(hostNamed('server'), site)).toBeNull()
  })
})

describe('a build for an API on another origin', () => {
  it('may call it and nothing else, connects early, and consists of files that GitHub Pages finds', () => {
    using build = buildFor(GITHUB)
    const html = readFileSync(join(build.folder, 'tweetcheck.html'), 'utf8')
    expect(html).toContain("connect-src 'self' https://api.checker.example https://ip.example;")
    expect(html).toContain('<link rel="preconnect" href="https://api.checker.example" crossorigin />')
    expect(html).not.toMatch(/unsafe-eval'(?<!wasm-unsafe-eval')|unsafe-inline/)
    expect(html).not.toMatch(/(?:href|src)="\/(?!repo\/)/)
    expect(existsSync(join(build.folder, '.nojekyll'))).toBe(true)
    expect(existsSync(join(build.folder, '404.html'))).toBe(true)
  }, 60_000)
})
