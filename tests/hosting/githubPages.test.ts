import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GITHUB, buildFor } from './buildFor.ts'

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
  })
})
