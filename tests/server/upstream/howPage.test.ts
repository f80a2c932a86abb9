import { describe, expect, it } from 'vitest'
import { howText, methodVersionTexts } from '../../../src/text/how.ts'
import type { SimulatedPost } from './simulatedX.ts'
import { closeWorlds, idAt, refs, searchWorld } from './xWorld.ts'

closeWorlds()

/** The kinds of posts that X's index may lack: what the simulated X knows of them, and their Japanese names. */
const KINDS: [kind: string, post: Partial<SimulatedPost>, name: string][] = [
  ['own post', {}, '自分のポスト'],
  ['reply', { kind: 'reply', of: '9' }, '返信'],
  ['repost', { kind: 'repost', of: '9' }, 'リポスト'],
  ['community post', { community: true }, 'コミュニティ'],
  ['sensitive post', { sensitive: true }, 'センシティブ'],
]

async function worldWith(post: Partial<SimulatedPost>) {
  const posts = [5, 15, 30, 45, 60].map((hours, index) => Object.assign({ id: idAt(hours, 7 + index) }, post))
  return { posts, ...(await searchWorld({ someone: { posts } })) }
}

const [clears = ''] = howText.items.search.lines
/** The kinds in the brackets of the sentence about accounts: a post of them does not count when it is found. */
const excepted = /（(.*)を除く）/.exec(clears)?.[1] ?? ''
const method = methodVersionTexts.list.map(({ changed }) => changed).join('')
/** The sentences about missing posts. */
const MISSING = [...howText.limits.lines, ...method.split('。')].filter((line) =>
  line.includes('見つからなくても'),
)

describe.each(KINDS)('what /how says is true of posts of the kind %s:', (_kind, post, name) => {
  it('a found one clears its account, unless the sentence about accounts excepts the kind', async () => {
    const { check } = await worldWith(post)
    const { search_ban: isBanned } = await check()
    expect(isBanned).toBe(excepted.includes(name) ? null : false)
  })

  it('a missing one is judged, unless the sentences about missing posts name the kind', async () => {
    const { posts, judge } = await worldWith({ ...post, hidden: true })
    const statuses = new Set((await judge(refs(posts))).map(({ status }) => status))
    const isNamed = MISSING.map((sentence) => sentence.includes(name))
    expect(MISSING).toHaveLength(2)
    expect(isNamed).toEqual(MISSING.map(() => !statuses.has('FORBIDDEN')))
  })
})

// Reposts are left out: search returns the original, never a repost of it.
const SEARCHABLE_KINDS = KINDS.filter(([, { kind }]) => kind !== 'repost')
it.each(SEARCHABLE_KINDS)('a found post of the kind %s is judged, as /how says', async (_kind, post) => {
  const { posts, judge } = await worldWith(post)
  const statuses = new Set((await judge(refs(posts))).map(({ status }) => status))
  expect(statuses).toEqual(new Set(['AVAILABLE']))
})
