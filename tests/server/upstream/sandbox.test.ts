import { describe, expect, it } from 'vitest'
import { parsePostUrl } from '../../../contract/PostUrl.ts'
import { SANDBOX_ACCOUNTS } from '../../../contract/sandboxAccounts.ts'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
import { sandboxOembed, sandboxStatusOf } from '../../../server/upstream/sandboxPosts.ts'

const sandbox = createSandbox()
const { signal } = new AbortController()
const names = SANDBOX_ACCOUNTS.map(({ name }) => name).filter((name) => !/err|slow/.test(name))

async function postsOf(name: string) {
  const request = { screen_name: name, key: '', searchban: true, repost: true }
  return (await sandbox.checkAccount(request, signal)).tweets ?? []
}

describe('the invented posts', () => {
  it('say the same of a post, whether its account or its URL is checked', async () => {
    for (const name of names) {
      for (const { url, status } of await postsOf(name)) {
        const post = parsePostUrl(url)
        const single = post ? sandboxStatusOf(post.id) : 'INVALID_URL'
        const known = ['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'NOT_FOUND', 'INVALID_URL']
        expect(single).toBe(known.includes(status ?? '') ? status : 'UNKNOWN')
      }
    }
  })

  it('call no URL of a post an invalid one', async () => {
    for (const { url, status } of await postsOf('sbx_mixed')) {
      expect(parsePostUrl(url) === null).toBe(status === 'INVALID_URL')
    }
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
