import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const DIST = join(import.meta.dirname, '../../dist')

/**
 * The most that the scripts which a page loads first may weigh, compressed with gzip, in KB of 1000 bytes. Notices growth that nobody meant:
 * whoever means it raises the limit.
 */
const LIMITS = { '/': 104, '/tweetcheck': 108, '/pow': 119 }

it.each(Object.entries(LIMITS))('the first scripts of %s weigh at most %d KB', (path, limit) => {
  const html = readFileSync(join(DIST, path, 'index.html'), 'utf8')
  const scripts = new Set([...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, name = '']) => name))
  const bytes = [...scripts]
    .map((name) => gzipSync(readFileSync(join(DIST, name)), { level: 9 }).length)
    .reduce((sum, length) => sum + length, 0)
  expect(bytes / 1000).toBeLessThanOrEqual(limit)
})
