import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { apiOrigins, contentPolicy } from '../../build/site/contentPolicy.ts'

const SITE = {
  name: 'Checker',
  description: 'Checks',
  origin: 'https://checker.example',
  base: '/',
  apiBase: '',
  ipLookupUrl: '/api/ip',
  timingUrl: '',
  powPostOrigins: [],
  contactUrl: '',
  carriesAds: false,
  indexed: [],
}
const ELSEWHERE = {
  ...SITE,
  apiBase: 'https://api.example',
  ipLookupUrl: 'https://ip.example/?format=json',
  timingUrl: 'https://timing.example:8443/timings',
}
const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

/** The sources of each directive. */
function directivesOf(policy: string): Record<string, string[]> {
  const all = policy.split('; ').map((directive) => directive.split(' '))
  return Object.fromEntries(all.map(([name = '', ...sources]) => [name, sources]))
}

it('lets pages call every origin that the build was told of, and no other', () => {
  const origins = ['https://api.example', 'https://ip.example', 'https://timing.example:8443']
  expect(apiOrigins(ELSEWHERE)).toEqual(origins)
  expect(directivesOf(contentPolicy(ELSEWHERE, []))['connect-src']).toEqual(["'self'", ...origins])
  expect(directivesOf(contentPolicy(SITE, []))['connect-src']).toEqual(["'self'"])
})

it('lets pages send results of the profiler to what the build names for it, without connecting there early', () => {
  const site = { ...SITE, powPostOrigins: ['https://collector.example', 'http://192.168.1.5:8790'] }
  const sources = ["'self'", 'https://collector.example', 'http://192.168.1.5:8790']
  expect(directivesOf(contentPolicy(site, []))['connect-src']).toEqual(sources)
  expect(apiOrigins(site)).toEqual([])
  const policy = contentPolicy({ ...site, carriesAds: true }, [])
  expect(directivesOf(policy)['connect-src']).toContain('http://192.168.1.5:8790')
  expect(() => contentPolicy({ ...SITE, powPostOrigins: ["https: 'unsafe-inline'"] }, [])).toThrow(
    'VITE_POW_POST_ORIGINS',
  )
})

it.each(['apiBase', 'ipLookupUrl', 'timingUrl'] as const)(
  'names the origin of %s by itself, once',
  (name) => {
    const site = { ...SITE, [name]: 'https://one.example/path?query' }
    expect(directivesOf(contentPolicy(site, []))['connect-src']).toEqual(["'self'", 'https://one.example'])
    const twice = { ...site, apiBase: 'https://one.example' }
    expect(apiOrigins(twice)).toEqual(['https://one.example'])
  },
)

it('lets run what is written into the pages, by its hash, and nothing else that is inline', () => {
  const pages = ['<script>one()</script><style>a{}</style>', '<script>one()</script><script>two()</script>']
  const { 'script-src': scripts, 'style-src': styles } = directivesOf(contentPolicy(SITE, pages))
  expect(scripts).toEqual(["'self'", "'wasm-unsafe-eval'", hashOf('one()'), hashOf('two()')])
  expect(styles).toEqual(["'self'", hashOf('a{}')])
})

it('forbids all that a page does not need', () => {
  expect(directivesOf(contentPolicy(SITE, []))).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  })
})

it('opens for advertisements what they need, to scripts of ours alone', () => {
  const policy = directivesOf(contentPolicy({ ...ELSEWHERE, carriesAds: true }, ['<script>ads()</script>']))
  expect(policy['script-src']).toEqual([hashOf('ads()'), "'strict-dynamic'", "'wasm-unsafe-eval'"])
  expect(policy['connect-src']).toContain('https:')
  expect(policy).toMatchObject({ 'object-src': ["'none'"], 'base-uri': ["'none'"], 'frame-src': ['https:'] })
})
