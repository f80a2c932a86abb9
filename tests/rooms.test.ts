import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** What every room of the page may use. The files beside `main.tsx` know no room. */
const GROUND = ['src', 'src/text', 'src/ui', 'contract']
const CHECKS = [...GROUND, 'src/ads', 'src/agreement', 'src/check', 'src/load', 'src/results']
const PROFILER = [...GROUND, 'src/device', 'src/profiler/stats', 'src/profiler/model', 'src/files']
const X = ['contract', 'server/http', 'server/store', 'server/upstream']
const SERVER = [
  'contract',
  ...[
    'http',
    'openapi',
    'proof',
    'routes',
    'site',
    'store',
    'upstream',
    'upstream/x',
    'upstream/x/asking',
  ].map((name) => `server/${name}`),
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

  src: ['contract'],
  'src/text': ['contract'],
  'src/ui': GROUND,
  'src/load': GROUND,
  'src/files': GROUND,
  'src/ads': GROUND,
  'src/crypto': [...GROUND, 'workers', 'workers/engine', 'workers/kernel'],
  'src/check': [...GROUND, 'src/crypto', 'src/load'],
  'src/device': ['contract'],
  'src/log/store': ['contract', 'src/device'],
  'src/agreement': [...GROUND, 'src/check', 'src/load'],
  'src/results': [...GROUND, 'src/agreement', 'src/check', 'src/load', 'src/log/store'],
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
  'src/account/guide': [...GROUND, 'src/agreement', 'src/files', 'src/log/store'],
  'src/account': [...CHECKS, 'src/account/guide', 'src/files', 'src/log/store', 'src/log/timeline'],
  'src/posts': [...CHECKS, 'src/files'],
  'src/posts/form': [...CHECKS, 'src/posts'],
  'src/posts/batch': [...CHECKS, 'src/files', 'src/log/store', 'src/posts', 'src/posts/form'],
  'src/posts/history': [...CHECKS, 'src/files', 'src/posts'],
  'src/report': [...GROUND, 'src/files', 'src/load', 'src/log/parts', 'src/log/store', 'src/results'],
  'src/privacy': GROUND,
  'src/how': [...GROUND, 'src/check'],
  'src/profiler/stats': ['contract'],
  'src/profiler/model': [...GROUND, 'src/profiler/stats'],
  'src/profiler/summary': PROFILER,
  'src/profiler/charts': [...PROFILER, 'src/profiler/summary'],
  'src/profiler/runs': [...PROFILER, 'src/profiler/summary'],
  'src/profiler/run': [
    ...PROFILER,
    'src/load',
    'src/profiler/summary',
    'src/profiler/runs',
    'src/crypto',
    'workers',
    'workers/engine',
  ],
  'src/profiler/automation': [...PROFILER, 'src/profiler/run'],
  'src/profiler/form': [...PROFILER, 'src/profiler/run', 'src/profiler/runs'],
  'src/profiler/difficulty': [...PROFILER, 'src/profiler/form', 'src/profiler/summary'],
  'src/profiler/sustained': [...PROFILER, 'src/profiler/charts'],
  'src/profiler/posting': [...PROFILER, 'src/profiler/automation', 'src/profiler/run'],
  'src/profiler/fleet': [
    ...PROFILER,
    ...['difficulty', 'form', 'runs', 'summary'].map((name) => `src/profiler/${name}`),
  ],
  'src/profiler': [
    'src/load',
    ...PROFILER,
    ...[
      'automation',
      'charts',
      'difficulty',
      'fleet',
      'form',
      'posting',
      'run',
      'runs',
      'summary',
      'sustained',
    ].map((name) => `src/profiler/${name}`),
  ],
  'src/app': [
    ...GROUND,
    'src/load',
    'src/account',
    'src/log/page',
    'src/report',
    'src/privacy',
    'src/how',
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
  'server/upstream/x/paying': X,
  'server/upstream/x/asking': [...X, 'server/upstream/x/paying'],
  'server/upstream/x/reading': [...X, 'server/upstream/x/asking'],
  'server/upstream/x/judging': [
    ...X,
    ...['paying', 'asking', 'reading'].map((name) => `server/upstream/x/${name}`),
  ],
  'server/upstream/x': [
    ...X,
    ...['asking', 'reading', 'judging', 'paying'].map((name) => `server/upstream/x/${name}`),
  ],
  'server/routes': ['contract', 'server/http', 'server/proof', 'server/store', 'server/upstream'],
  'server/openapi': ['contract', 'server/http'],
  'server/site': ['server/http'],
  'server/calibration': ['contract', 'server/http', 'server/upstream'],
  server: [...SERVER, 'server/calibration'],
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
  expect(arrows).toContainEqual({ file: 'src/check/proof.ts', from: 'src/check', to: 'contract' })
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

/** Files above files: a file's floor is one above the highest that it imports from. */
function floorsOf(folder: string): Map<string, number> {
  const files = sources.filter((path) => path.startsWith(folder))
  const below = new Map(
    files.map((file) => {
      const found = readFileSync(join(ROOT, file), 'utf8').matchAll(/from\s*'(\.[^']*)'/g)
      const paths = [...found].map(([, path = '']) => join(dirname(file), path).replaceAll('\\', '/'))
      return [file, paths.filter((path) => path.startsWith(folder))] as const
    }),
  )
  const floors = new Map<string, number>()
  const floorOf = (file: string): number => {
    const known = floors.get(file)
    if (known !== undefined) return known
    const floor = 1 + Math.max(0, ...(below.get(file) ?? []).map(floorOf))
    floors.set(file, floor)
    return floor
  }
  for (const file of files) floorOf(file)
  return floors
}

it('stacks no more than six files on each other in the upstream of X', () => {
  const floors = floorsOf('server/upstream/x/')
  expect(floors.size).toBeGreaterThan(40)
  expect([...floors].filter(([, floor]) => floor > 6)).toEqual([])
})
