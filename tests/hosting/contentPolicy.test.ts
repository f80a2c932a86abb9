import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { apiOrigins, contentPolicy } from '../../build/site/pages.ts'
import { SITE } from './siteFacts.ts'

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
  const pages = ['<script>ads()</script><style>a{}</style>']
  expect(directivesOf(contentPolicy({ ...ELSEWHERE, carriesAds: true }, pages))).toEqual({
    'default-src': ["'self'"],
    'script-src': [hashOf('ads()'), "'strict-dynamic'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'https:', 'data:'],
    'connect-src': ["'self'", 'https:'],
    'frame-src': ['https:'],
    'font-src': ["'self'", 'https:', 'data:'],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  })
})

it.each([
  '*',
  'https://*.example',
  'ftp://a.example',
  'https://a.example/',
  'https://a.example/path',
  'a.example',
  'https',
])('refuses %s as a place to send results to, since it would widen the policy', (source) => {
  expect(() => contentPolicy({ ...SITE, powPostOrigins: ['https:', source] }, [])).toThrow(
    `holds origins such as https://collector.example, or https:, not "${source}".`,
  )
})

it.each([
  'https://a.example;script-src',
  'https://a"b.example',
  "https://a'b.example",
  'https://a,b.example',
])('refuses %s, whose host would mean something else in a policy', (source) => {
  expect(() => contentPolicy({ ...SITE, powPostOrigins: [source] }, [])).toThrow('VITE_POW_POST_ORIGINS')
})

it.each(['https://a-b.example:8443', 'http://10.0.0.1', 'https://[::1]:8790', 'http:'])(
  'takes %s as it is',
  (source) => {
    const policy = contentPolicy({ ...SITE, powPostOrigins: [source] }, [])
    expect(directivesOf(policy)['connect-src']).toEqual(["'self'", source])
  },
)
