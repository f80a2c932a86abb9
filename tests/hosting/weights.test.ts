import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { pages } from '../../src/pages.ts'

const SCRIPTS = /(?:src|href)="([^"]+\.js)"/g

/** A part of the built site with its weight, compressed with gzip, in bytes. */
type Weight = { part: string; bytes: number; limit: number }

/** What the first load of a page may weigh, where it has no limit of its own. */
const LIMIT = 135_800
const LIMITS: Readonly<Record<string, number>> = { '/': 110_000, '/tweetcheck': 112_400, '/pow': 126_000 }

/** What a visitor's device fetches, by moment. 1 KB is 1000 bytes. */
function weightsOf(folder: string): Weight[] {
  const assets = join(folder, 'assets')
  const named = (pattern: RegExp) => readdirSync(assets).filter((name) => pattern.test(name))
  const sum = (names: string[]) => names.reduce((bytes, name) => bytes + gzipped(join(assets, name)), 0)
  const firstLoad = (page: string) => {
    const html = readFileSync(join(folder, page), 'utf8')
    const paths = new Set([...html.matchAll(SCRIPTS)].map((match) => match[1] ?? ''))
    return [...paths].reduce((bytes, path) => bytes + gzipped(join(folder, path)), 0)
  }
  return [
    ...pages
      .filter(({ isFrame }) => !isFrame)
      .map(({ path }) => ({
        part: `JavaScript of ${path} before anything is typed`,
        bytes: firstLoad(join(path, 'index.html')),
        limit: LIMITS[path] ?? LIMIT,
      })),
    {
      part: 'Worker and its heaviest kernel, from the first focus',
      bytes: sum(named(/^crypto\.worker.*\.js$/)) + Math.max(...named(/\.wasm$/).map((name) => sum([name]))),
      limit: 14_000,
    },
    {
      part: 'Worker and kernels for a key of 48 characters',
      bytes: sum(named(/^(?:crypto\.worker|rolled-1-|unrolled-12-1-).*\.(?:js|wasm)$/)),
      limit: 14_000,
    },
    {
      part: 'Styles of all pages, within the HTML',
      bytes: stylesOf(join(folder, 'index.html')),
      limit: 9_500,
    },
    { part: 'HTML of /, with the styles', bytes: gzipped(join(folder, 'index.html')), limit: 13_500 },
  ]
}

function gzipped(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length
}

function stylesOf(page: string): number {
  const styles = /<style>([^]*?)<\/style>/.exec(readFileSync(page, 'utf8'))?.[1] ?? ''
  return gzipSync(styles, { level: 9 }).length
}

const DIST = join(import.meta.dirname, '../../dist')

it('every part of the built site stays within its weight limit', () => {
  const weights = weightsOf(DIST)
  console.table(
    weights.map(({ part, bytes, limit }) => ({ part, 'KB gz': bytes / 1000, limit: limit / 1000 })),
  )
  expect(weights.filter(({ bytes, limit }) => bytes > limit)).toEqual([])
})

/** A rule of X's that no other file of the built site names, and a sentence about one. */
const RULES = ['SafeSearchNsfwHighRecallTweetLabelRule', '攻撃的な返信の区分']

it.each(RULES)("X's visibility rules (%s) are in one script, which no page loads at first", (words) => {
  const holders = readdirSync(join(DIST, 'assets')).filter(
    (name) => name.endsWith('.js') && readFileSync(join(DIST, 'assets', name), 'utf8').includes(words),
  )
  expect(holders).toHaveLength(1)
  const loading = pages
    .filter(({ isFrame }) => !isFrame)
    .filter(({ path }) => readFileSync(join(DIST, path, 'index.html'), 'utf8').includes(holders[0] ?? ''))
  expect(loading.map(({ path }) => path)).toEqual([])
})
