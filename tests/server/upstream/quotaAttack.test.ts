import { expect, it } from 'vitest'
import { networksOf } from '../../../server/http/networks.ts'
import { X_QUOTAS } from '../../../server/upstream/x/client/endpoints.ts'
import { bodyFor, callerWith } from '../client.ts'
import { SHOWINGS, simulatedX } from './simulatedX.ts'
import { json, oembedOf } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { closeWorlds, idAt, worldOf } from './xWorld.ts'

closeWorlds()
const GREEDY = '203.0.113.1'
const NAMES = Array.from({ length: 10 }, (_, index) => `user${index}`)
/** Posts that X does not show to everybody, under names that nobody has: each takes a search of its own. */
const RESTRICTED = Array.from({ length: 456 }, (_, index) => ({
  name: `nobody${index}`,
  id: idAt(30, 1000 + index),
}))
const account = { posts: Array.from({ length: 10 }, (_, index) => ({ id: idAt(5 + 10 * index) })) }

/** X, which grants each endpoint its calls of a quarter of an hour and no more, and a server with money enough. */
async function world() {
  const x = simulatedX(Object.fromEntries(NAMES.map((name) => [name, account])), 'before')
  const asked = { user: 0, search: 0 }
  const answer: Answer = (url, response, request) => {
    const endpoint = url.pathname.includes('/search/') ? 'search' : 'user'
    const isCounted = endpoint === 'search' || url.pathname.includes('/by/username/')
    if (isCounted && ++asked[endpoint] > X_QUOTAS[endpoint]) {
      response.writeHead(429, { 'Content-Type': 'application/json' }).end('{}')
      return
    }
    x.answer(url, response, request)
  }
  const money = { budgetUsd: 100_000, budgetPercent: { address: 100, hour: 100 } }
  const restricted = new Set(RESTRICTED.map(({ id }) => id))
  const oembed: Answer = (url, ...rest) => {
    const id = url.searchParams.get('url')?.split('/').at(-1) ?? ''
    const said = restricted.has(id) ? SHOWINGS.restricted : json(oembedOf())
    said(url, ...rest)
  }
  const search = { postSearchPermitted: true, postSearchMax: 200 }
  const { x: upstream } = await worldOf({ '/2/': answer, '/oembed': oembed }, { ...money, ...search })
  const check = (name: string, clientKey: string) =>
    upstream.checkAccount(
      bodyFor(name, { searchban: false, repost: false }),
      callerWith(undefined, clientKey),
    )
  /** How many of ten visitors, each of an address of their own, get a verdict. */
  async function honestVerdicts() {
    const checks = NAMES.map((name, index) => check(name, `198.51.${index}.7`))
    const came = await Promise.allSettled(checks)
    return came.filter((one) => one.status === 'fulfilled' && one.value.search_ban !== null).length
  }
  return { upstream, check, honestVerdicts, asked }
}

it('gives ten of ten visitors a verdict after one address has searched under all names that nobody has', async () => {
  const { upstream, honestVerdicts, asked } = await world()
  const judged = []
  for (let from = 0; from < RESTRICTED.length; from += 114) {
    const posts = RESTRICTED.slice(from, from + 114)
    judged.push(...(await upstream.checkPosts(posts, callerWith(undefined, GREEDY))))
  }
  const reasons = Map.groupBy(judged, ({ evidence }) => evidence?.reason)
  expect(asked.search).toBe(X_QUOTAS.search / 5)
  expect(reasons.get('no_author')).toHaveLength(X_QUOTAS.search / 5)
  expect(reasons.get('limited')).toHaveLength(RESTRICTED.length - X_QUOTAS.search / 5)
  expect(await honestVerdicts()).toBe(10)
})

it('gives ten of ten visitors a verdict after all 65,536 networks of a /48 have been used for lookups', async () => {
  const { check, honestVerdicts } = await world()
  for (let index = 0; index < 300; index++) {
    const clientKey = `2001:db8:1:${(index * 256).toString(16)}`
    expect(networksOf(clientKey)[2]?.key).toBe('2001:db8:1/48')
    await check(`nobody${index}`, clientKey).catch(() => undefined)
  }
  expect(await honestVerdicts()).toBe(10)
})
