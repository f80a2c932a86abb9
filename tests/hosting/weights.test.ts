import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const DIST = join(import.meta.dirname, '../../dist')

/**
 * The most that the first load of a page may weigh in KB of 1000 bytes: its HTML with the styles, and the scripts that it names, compressed
 * with gzip. Notices growth that nobody meant: whoever means it raises the limit.
 */
const LIMITS = { '/': 0, '/tweetcheck': 0, '/pow': 0 }

it.each(Object.entries(LIMITS))('the first load of %s weighs at most %d KB', (path, limit) => {
  const html = readFileSync(join(DIST, path, 'index.html'), 'utf8')
  const scripts = new Set([...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, name = '']) => name))
  const parts = [html, ...[...scripts].map((name) => readFileSync(join(DIST, name)))]
  const bytes = parts.reduce((sum, part) => sum + gzipSync(part, { level: 9 }).length, 0)
  expect(bytes / 1000).toBeLessThanOrEqual(limit)
})
