import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** The address of a saved batch on a site with this base. */
async function urlBelow(base: string, id: string): Promise<string> {
  vi.resetModules()
  vi.stubEnv('BASE_URL', base)
  vi.stubGlobal('location', { origin: 'https://opened.example' })
  const { historyUrl } = await import('../../../src/results/posts.ts')
  return historyUrl(id)
}

it('is on the site that was opened, below its base', async () => {
  expect(await urlBelow('/', 'A_-1')).toBe('https://opened.example/tweetcheck/history/A_-1')
  expect(await urlBelow('/a/b/', 'A_-1')).toBe('https://opened.example/a/b/tweetcheck/history/A_-1')
})

it('stays one segment, whatever the id is', async () => {
  expect(await urlBelow('/', '../x?y#z')).toBe('https://opened.example/tweetcheck/history/..%2Fx%3Fy%23z')
})
