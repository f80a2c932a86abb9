import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compressFiles } from '../../build/site/files.ts'
import { scratchFolder } from '../server/scratch.ts'

/** What is in the folder after its files have been compressed. */
function compressed(folder: string, files: Record<string, string | Buffer>): string[] {
  mkdirSync(join(folder, 'assets'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  compressFiles(folder)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
}

describe('compressed copies', () => {
  it('stand beside each text and each kernel, in folders as well, and give back the same', () => {
    const folder = scratchFolder()
    const html = '<p>one</p>'.repeat(50)
    const script = 'const a = 1;\n'.repeat(50)
    expect(compressed(folder, { 'index.html': html, 'assets/base.js': script })).toEqual([
      'assets',
      'assets/base.js',
      'assets/base.js.br',
      'assets/base.js.gz',
      'index.html',
      'index.html.br',
      'index.html.gz',
    ])
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe(html)
    expect(brotliDecompressSync(readFileSync(join(folder, 'index.html.br'))).toString()).toBe(html)
    expect(gunzipSync(readFileSync(join(folder, 'assets/base.js.gz'))).toString()).toBe(script)
  })

  it.each(['html', 'js', 'css', 'svg', 'xml', 'txt', 'wasm', 'webmanifest'])('are made of .%s', (ending) => {
    const name = `a.${ending}`
    expect(compressed(scratchFolder(), { [name]: 'a'.repeat(99) })).toContain(`${name}.br`)
  })

  it('are not made of pictures, of what has no ending and of what only looks like a text', () => {
    const content = 'a'.repeat(99)
    const files = { _headers: content, 'card.png': content, 'page.html.bak': content, html: content }
    expect(compressed(scratchFolder(), files)).toEqual([
      '_headers',
      'assets',
      'card.png',
      'html',
      'page.html.bak',
    ])
  })

  it('are left out where they would not be smaller, each for itself', () => {
    // What gzip makes of it has 23 bytes; brotli's is shorter.
    const files = { 'same.txt': 'a'.repeat(23), 'one.txt': 'a'.repeat(24), 'none.txt': 'a' }
    expect(gzipSync(files['same.txt'])).toHaveLength(23)
    expect(compressed(scratchFolder(), files)).toEqual([
      'assets',
      'none.txt',
      'one.txt',
      'one.txt.br',
      'one.txt.gz',
      'same.txt',
      'same.txt.br',
    ])
  })

  it('are as small as gzip can make them', () => {
    const folder = scratchFolder()
    const content = readFileSync(join(import.meta.dirname, '../../src/text/privacy.ts'))
    compressed(folder, { 'ja.js': content })
    const copy = readFileSync(join(folder, 'ja.js.gz'))
    expect(copy.length).toBe(gzipSync(content, { level: 9 }).length)
    expect(copy.length).toBeLessThan(gzipSync(content).length)
  })
})
