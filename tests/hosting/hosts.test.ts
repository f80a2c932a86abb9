import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostPresetByName } from '../../build/site/hosts/hosts.ts'
import { apiVariableNotice } from '../../build/site/variables.ts'
import { scratchFolder } from '../server/scratch.ts'
import { GITHUB, buildFor } from './buildFor.ts'
import { SITE } from './siteFacts.ts'

const PAGES = ['', 'tweetcheck', 'tweetcheck/results']

describe('files for a host', () => {
  it('the address of a history is rewritten to the frame by the name that Cloudflare and Netlify give it', () => {
    expect(hostPresetByName('cloudflare').files?.(SITE, '', PAGES)['_redirects']).toBe(
      '/tweetcheck/history/* /app 200\n',
    )
    expect(hostPresetByName('netlify').files?.(SITE, '', PAGES)['_redirects']).toBe(
      '/tweetcheck/history/* /app.html 200\n',
    )
  })

  it.each([
    ['cloudflare', 'public, max-age=31536000, immutable'],
    // Netlify sends a rule's headers with a missing file too.
    ['netlify', 'no-cache'],
  ])('the policy is sent with every file on %s, and assets with the caching %s', (name, assets) => {
    const headers = hostPresetByName(name).files?.({ ...SITE, base: '/sub/' }, "default-src 'none'", PAGES)[
      '_headers'
    ]
    expect(headers).toMatch(
      /^\/sub\/\*\n {2}Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\n/,
    )
    // Off until the operator says that nothing needs http.
    expect(headers).toMatch(/^# *Strict-Transport-Security: max-age=31536000$/m)
    const rules =
      headers
        ?.trimEnd()
        .replaceAll(/^#.*\n/gm, '')
        .split(/\n(?! )/) ?? []
    expect(rules.map((rule) => rule.split('\n')[0])).toEqual([
      '/sub/*',
      '/sub/assets/*',
      '/sub/tweetcheck/history/*',
    ])
    expect(rules[0]).not.toContain('Cache-Control')
    expect(rules[1]).toBe(`/sub/assets/*\n  Cache-Control: ${assets}`)
    expect(rules[2]).toBe('/sub/tweetcheck/history/*\n  X-Robots-Tag: noindex')
  })

  it('GitHub Pages is told not to run Jekyll, and Cloudflare to upload no compressed copies', () => {
    expect(hostPresetByName('github').files?.(SITE, '', PAGES)).toEqual({ '.nojekyll': '' })
    expect(hostPresetByName('cloudflare').files?.(SITE, '', PAGES)['.assetsignore']).toBe('*.br\n*.gz\n')
  })

  it('the script for S3 uploads every file once, with the type and the caching that browsers need', () => {
    const folder = scratchFolder()
    mkdirSync(join(folder, 'dist'))
    const script =
      hostPresetByName('s3').filesBeside?.({ ...SITE, base: '/sub/' }, '', PAGES)['dist.s3.sh'] ?? ''
    writeFileSync(join(folder, 'dist.s3.sh'), script)
    // In place of Amazon's program: it writes down what it is asked, a line each.
    writeFileSync(join(folder, 'aws'), `#!/bin/sh\nprintf "'%s' " "$@"; echo\n`, { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env['PATH']}` }
    const run = spawnSync('sh', [join(folder, 'dist.s3.sh'), 's3://bucket/'], { env, encoding: 'utf8' })
    expect(run.status).toBe(0)
    const forEver = "'--cache-control' 'public, max-age=31536000, immutable'"
    const page = (file: string, name: string) =>
      `'s3' 'cp' '${file}.html' 's3://bucket/sub/${name}' '--content-type' 'text/html; charset=utf-8' '--cache-control' 'no-cache'`
    expect(
      run.stdout
        .trimEnd()
        .split(' \n')
        .map((line) => line.trimEnd()),
    ).toEqual([
      "'s3' 'sync' '.' 's3://bucket/sub' '--exclude' '*.html' '--exclude' '*.br' '--exclude' '*.gz' '--exclude' 'assets/*' '--cache-control' 'no-cache'",
      `'s3' 'sync' 'assets' 's3://bucket/sub/assets' '--exclude' '*.br' '--exclude' '*.gz' '--exclude' '*.wasm' ${forEver}`,
      `'s3' 'sync' 'assets' 's3://bucket/sub/assets' '--exclude' '*' '--include' '*.wasm' '--content-type' 'application/wasm' ${forEver}`,
      "'s3' 'cp' 'manifest.webmanifest' 's3://bucket/sub/manifest.webmanifest' '--content-type' 'application/manifest+json' '--cache-control' 'no-cache'",
      page('index', 'index.html'),
      page('404', '404.html'),
      page('app', 'app.html'),
      page('tweetcheck', 'tweetcheck'),
      page('tweetcheck/results', 'tweetcheck/results'),
    ])
  })

  it('a build for an unknown host is refused', () => {
    expect(() => hostPresetByName('geocities')).toThrow('VITE_HOST is one of')
  })
})

describe('a host that serves files alone', () => {
  it('the operator of a host that serves only files is told which API the pages will call', () => {
    expect(apiVariableNotice(hostPresetByName('github'), SITE)).toMatch(
      /VITE_API_BASE is not set: .*https:\/\/checker.example\/api/,
    )
    expect(apiVariableNotice(hostPresetByName('s3'), { ...SITE, apiBase: 'https://api.example' })).toContain(
      'https://api.example',
    )
    expect(apiVariableNotice(hostPresetByName('server'), SITE)).toBeNull()
    expect(
      apiVariableNotice(hostPresetByName('cloudflare'), { ...SITE, apiBase: 'https://api.example' }),
    ).toBeNull()
  })
})

describe('a build for an API on another origin', () => {
  it('a build for an API on another origin may call only that API and the address service, connects early, and has the files that GitHub Pages needs', () => {
    using build = buildFor(GITHUB)
    const html = readFileSync(join(build.folder, 'tweetcheck.html'), 'utf8')
    expect(html).toContain("connect-src 'self' https://api.checker.example https://ip.example;")
    expect(html).toContain('<link rel="preconnect" href="https://api.checker.example" crossorigin />')
    expect(html).not.toMatch(/unsafe-eval'(?<!wasm-unsafe-eval')|unsafe-inline/)
    expect(html).not.toMatch(/(?:href|src)="\/(?!repo\/)/)
    expect(existsSync(join(build.folder, '.nojekyll'))).toBe(true)
    expect(existsSync(join(build.folder, '404.html'))).toBe(true)
  })
})
