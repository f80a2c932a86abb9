import { describe, expect, it } from 'vitest'
import { UNSEARCHED_REASONS } from '../../../contract/evidence.ts'
import { parsePostUrl } from '../../../contract/names.ts'
import { POST_STATUSES } from '../../../contract/outcomes.ts'
import { SANDBOX_ACCOUNTS } from '../../../contract/sandboxAccounts.ts'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
import { sandboxOembed, sandboxStatusOf } from '../../../server/upstream/sandboxPosts.ts'
import { callerWith } from '../client.ts'

const sandbox = createSandbox()
const { signal } = new AbortController()
const names = SANDBOX_ACCOUNTS.map(({ name }) => name).filter((name) => !/err|slow/.test(name))

async function postsOf(name: string) {
  const request = { screen_name: name, key: '', searchban: true, repost: true }
  return (await sandbox.checkAccount(request, callerWith(signal))).tweets ?? []
}

describe('the invented posts', () => {
  it('say the same of a post, whether its account or its URL is checked', async () => {
    for (const name of names) {
      for (const { url, status } of await postsOf(name)) {
        const post = parsePostUrl(url)
        const single = post ? sandboxStatusOf(post.id) : 'INVALID_URL'
        const isKnown = POST_STATUSES.some((known) => known === status)
        expect(single).toBe(isKnown ? status : 'UNKNOWN')
      }
    }
  })

  it('rest on the same evidence, whether their account or their URL is checked', async () => {
    const still = createSandbox(0, 'none', () => 1)
    const request = { screen_name: 'sbx_partly', key: '', searchban: true, repost: true }
    const { tweets = [] } = await still.checkAccount(request, callerWith(signal))
    const posts = tweets.map(({ url }) => parsePostUrl(url)).filter((post) => post !== null)
    const judged = await still.checkPosts(posts, callerWith(signal))
    expect(judged).toEqual(tweets.map(({ status, evidence }) => ({ status, evidence })))
    expect(new Set(tweets.map(({ status }) => status)).size).toBe(5)
  })

  it('are found only where they are OK, missed only where they are excluded, and have a reason where neither', async () => {
    const ids = Array.from({ length: 10 }, (_, digit) => `199000000000000000${digit}`)
    const judged = await sandbox.checkPosts(
      ids.map((id) => ({ name: 'sbx_clear', id })),
      callerWith(signal),
    )
    for (const { status, evidence } of judged) {
      expect(evidence?.found === true).toBe(status === 'AVAILABLE' || status === 'QUATE_FORBIDDEN')
      expect(evidence?.found === false).toBe(status === 'FORBIDDEN')
      const reasoned = ['RESTRICTED', 'UNSEARCHED', 'UNKNOWN'].includes(status ?? '')
      expect(evidence?.reason !== null).toBe(reasoned)
    }
  })

  it('show every reason for which a post was not searched', async () => {
    const ids = UNSEARCHED_REASONS.map((_, index) => `19900000000000000${String(index).padStart(2, '0')}5`)
    const judged = await sandbox.checkPosts(
      ids.map((id) => ({ name: 'sbx_clear', id })),
      callerWith(signal),
    )
    expect(judged.map(({ evidence }) => evidence?.reason)).toEqual(UNSEARCHED_REASONS)
  })

  it('have one author for each account, however its name is written', () => {
    const ids = ['1990000000000000000', '1989999999999999991', '1989999999999999982', '17']
    for (const name of names) {
      const authors = ids.flatMap((id) =>
        [name, name.toUpperCase()].map((name) => sandboxOembed({ name, id }).author_name),
      )
      expect(new Set(authors).size).toBe(1)
    }
  })
})
