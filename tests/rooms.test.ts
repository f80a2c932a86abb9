import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** What every room of the page may use. The files beside `main.tsx` know no room. */
const GROUND = ['src', 'src/text', 'src/ui', 'contract']
const CHECKS = [...GROUND, 'src/ads', 'src/check', 'src/load', 'src/results']
const PROFILER = [...GROUND, 'src/profiler/stats', 'src/profiler/model', 'src/files']
const SERVER = [
  'contract',
  ...['http', 'openapi', 'proof', 'routes', 'site', 'store', 'upstream', 'upstream/x'].map(
    (name) => `server/${name}`,
  ),
]

/**
 * Which rooms a room imports from, types included. A folder that is not listed belongs to the one above it. A new room goes
 * below those that it uses: a row may only name rows above it. The two entries of the site are rooms of their own.
 */
const ROOMS: Record<string, readonly string[]> = {
  contract: [],
  'workers/kernel': [],
  'workers/engine': ['contract', 'workers/kernel'],
  workers: ['contract', 'workers/engine', 'workers/kernel'],

  src: [],
  'src/text': ['contract'],
  'src/ui': GROUND,
  'src/load': GROUND,
  'src/files': GROUND,
  'src/ads': GROUND,
  'src/crypto': [...GROUND, 'workers', 'workers/engine', 'workers/kernel'],
  'src/check': [...GROUND, 'src/crypto', 'src/load'],
  'src/results': [...GROUND, 'src/check', 'src/load'],
  'src/log/store': ['contract'],
  'src/log/timeline': [...GROUND, 'src/log/store', 'src/results'],
  'src/log/parts': [...GROUND, 'src/log/store'],
  'src/log/page': [
    ...GROUND,
    'src/files',
    'src/load',
    'src/log/parts',
    'src/log/store',
    'src/log/timeline',
    'src/results',
  ],
  'src/account/guide': [...GROUND, 'src/log/store'],
  'src/account': [...CHECKS, 'src/account/guide', 'src/files', 'src/log/store', 'src/log/timeline'],
  'src/posts': [...CHECKS, 'src/files'],
  'src/posts/form': [...CHECKS, 'src/posts'],
  'src/posts/batch': [...CHECKS, 'src/files', 'src/posts', 'src/posts/form'],
  'src/posts/history': [...CHECKS, 'src/files', 'src/posts'],
  'src/report': [...GROUND, 'src/files', 'src/load', 'src/log/parts', 'src/log/store', 'src/results'],
  'src/profiler/stats': ['contract'],
  'src/profiler/model': [...GROUND, 'src/profiler/stats'],
  'src/profiler/summary': PROFILER,
  'src/profiler/charts': [...PROFILER, 'src/profiler/summary'],
  'src/profiler/runs': [...PROFILER, 'src/profiler/summary'],
  'src/profiler/run': [
    ...PROFILER,
    'src/profiler/summary',
    'src/profiler/runs',
    'src/crypto',
    'workers',
    'workers/engine',
  ],
  'src/profiler/form': [...PROFILER, 'src/profiler/run', 'src/profiler/runs'],
  'src/profiler': [
    'src/load',
    ...PROFILER,
    ...['charts', 'form', 'run', 'runs', 'summary'].map((name) => `src/profiler/${name}`),
  ],
  'src/app': [
    ...GROUND,
    'src/load',
    'src/account',
    'src/log/page',
    'src/report',
    'src/profiler',
    'src/posts/form',
    'src/posts/batch',
    'src/posts/history',
  ],
  'src/main.tsx': [...GROUND, 'src/app', 'src/styles'],
  'src/prerender.tsx': [...GROUND, 'src/app', 'src/styles'],

  'server/http': ['contract'],
  'server/store': ['contract', 'server/http'],
  'server/proof': ['contract', 'server/http', 'server/store'],
  'server/upstream': ['contract', 'server/http', 'server/store'],
  'server/upstream/x': ['contract', 'server/http', 'server/store', 'server/upstream'],
  'server/routes': ['contract', 'server/http', 'server/proof', 'server/store', 'server/upstream'],
  'server/openapi': ['contract', 'server/http'],
  'server/site': ['server/http'],
  server: SERVER,
  'server/cloudflare': [...SERVER, 'server'],

  'build/site/hosts': ['src/prerender.tsx'],
  'build/site': ['src/prerender.tsx', 'build/site/hosts'],
  'build/cloudflare': [],
  build: ['workers/kernel'],
}

type Arrow = { file: string; from: string; to: string }

const sources = ['contract', 'workers', 'src', 'server', 'build'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => normalize(join(folder, name)).replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name)),
)

/** The room of a file: the file itself or the nearest folder above it that is listed. */
function roomOf(path: string): string {
  if (path in ROOMS || !path.includes('/')) return path
  return roomOf(dirname(path))
}

/** Every import between two rooms, lazy ones and types included. */
const arrows = sources.flatMap((file): Arrow[] => {
  const found = readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^'?]*)/g)
  return [...found]
    .map(([, path = '']) => join(dirname(file), path).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('src/styles/'))
    .map((path) => ({ file, from: roomOf(file), to: roomOf(path) }))
    .filter(({ from, to }) => from !== to)
})

it('finds the imports that it judges', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(arrows).toContainEqual({ file: 'src/check/withProof.ts', from: 'src/check', to: 'contract' })
  expect(arrows).toContainEqual(expect.objectContaining({ file: 'src/main.tsx', to: 'src/app' }))
})

it('lets every room import from the rooms that are listed for it, and from no other', () => {
  const strangers = arrows.filter(({ from, to }) => !ROOMS[from]?.includes(to))
  expect(strangers.map(({ file, to }) => `${file} imports from ${to}`)).toEqual([])
})

it('orders the rooms so that there can be no cycle', () => {
  const order = Object.keys(ROOMS)
  const upward = Object.entries(ROOMS).flatMap(([room, below]) =>
    below
      .filter((other) => other !== room && order.indexOf(other) > order.indexOf(room))
      .map((other) => `${room} imports from ${other}`),
  )
  expect(upward).toEqual([])
})

/** Where a program begins: each is called what everybody calls it. */
const ENTRIES = new Set(['main'])

it('gives no two files one name, whatever its case', () => {
  const names = sources.map((path) =>
    basename(path)
      .replace(/(\.d)?\.tsx?$/, '')
      .toLowerCase(),
  )
  const shared = names.filter((name, index) => names.indexOf(name) !== index && !ENTRIES.has(name))
  expect(shared).toEqual([])
})
