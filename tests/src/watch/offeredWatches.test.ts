import { afterEach, expect, it, vi } from 'vitest'
import { builtInCapabilities, config } from '../../../src/config.ts'
import { serveInProcess } from '../serveInProcess.ts'

const CONFIG = '../../../src/config.ts'

afterEach(() => {
  vi.doUnmock(CONFIG)
  vi.resetModules()
  vi.unstubAllGlobals()
})

/** What a page says of the watches that are offered, if it was built with these words of `VITE_CAPABILITIES`. */
async function offeredBy(words: string) {
  vi.resetModules()
  vi.doMock(CONFIG, () => ({ config: { ...config, capabilities: builtInCapabilities(words) } }))
  const { readOfferedWatches } = await import('../../../src/account/checkWatched.ts')
  return await readOfferedWatches()
}

it.each(['', 'search_ban,posts,watch'])(
  'watches are offered as long as the server says so, also by a page that was built with the words "%s"',
  async (words) => {
    serveInProcess()
    expect(await offeredBy(words)).toEqual({ account: true, posts: true })
    serveInProcess({ watchDays: 0 })
    expect(await offeredBy(words)).toEqual({ account: false, posts: false })
  },
)

it('watches of posts are not offered by a server that does not search for posts', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ bans: ['search_ban'], posts: 'visibility', watchDays: 30 }),
  )
  expect(await offeredBy('search_ban,posts,watch')).toEqual({ account: true, posts: false })
})

it('watches go on while the server does not answer, and end with a build whose words do not name them', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await offeredBy('')).toEqual({ account: true, posts: true })
  expect(await offeredBy('search_ban,posts,watch')).toEqual({ account: true, posts: true })
  expect(await offeredBy('search_ban,posts')).toEqual({ account: false, posts: false })
})
