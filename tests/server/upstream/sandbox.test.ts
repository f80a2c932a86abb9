import { describe, expect, it } from 'vitest'
import { DAY_MS, snowflakeDate } from '../../../contract/dates.ts'
import { SANDBOX_REASONS } from '../../../server/upstream/sandboxPosts.ts'
import { parsePostUrl } from '../../../contract/names.ts'
import { POST_STATUSES } from '../../../contract/outcomes.ts'
import { SANDBOX_ACCOUNTS } from '../../../contract/sandboxAccounts.ts'
import { createSandboxUpstream } from '../../../server/upstream/sandbox.ts'
import { sandboxOembed } from '../../../server/upstream/sandboxPosts.ts'
import { bodyFor, callerWith } from '../client.ts'

const NOW = Date.parse('2026-11-22T05:30:00Z')
const sandbox = createSandboxUpstream()
const { signal } = new AbortController()
const names = SANDBOX_ACCOUNTS.map(({ name }) => name).filter((name) => !/err|slow/.test(name))

describe('the invented posts', () => {
  it('an invented post has the same status and reason whether its account or its URL is checked', async () => {
    const still = createSandboxUpstream(0, 'none', () => NOW)
    for (const name of names) {
      const { tweets = [] } = await still.checkAccount(bodyFor(name), callerWith(signal))
      const posts = tweets.map(({ url }) => parsePostUrl(url) ?? { name: null, id: url })
      expect(await still.checkPosts(posts, callerWith(signal))).toEqual(
        tweets.map(({ status, evidence }) => {
          const isKnown = POST_STATUSES.some((known) => known === status)
          return { status: isKnown ? status : 'UNKNOWN', evidence }
        }),
      )
    }
  })

  it('the invented search looked for as many posts as the list shows as found or missed', async () => {
    const ofReasons = SANDBOX_REASONS.map((_, number) => `sbx_reason_${String(number).padStart(2, '0')}`)
    for (const name of [...names, ...ofReasons]) {
      const { tweets = [], evidence } = await sandbox.checkAccount(bodyFor(name), callerWith(signal))
      const { looked, found } = evidence?.items.search_ban ?? {}
      const said = tweets.map((post) => post.evidence?.found)
      const count = (value: boolean) => said.filter((each) => each === value).length
      // Where search judged no post, it looked for all of them.
      const judged = count(true) + count(false) || tweets.length
      const expected = looked === undefined ? {} : { looked: judged, found: count(true) }
      expect({ name, looked, found }).toEqual({ name, ...expected })
    }
  })

  it('the invented search says as much as one of X: what it compared a miss with, and where a post is withheld', async () => {
    for (const name of [...names, 'sbx_nobody']) {
      const {
        tweets = [],
        evidence,
        search_ban,
      } = await sandbox.checkAccount(bodyFor(name), callerWith(signal))
      const item = evidence?.items.search_ban
      const hasControl = [item?.control, item?.controlHours].map((told) => told !== undefined)
      expect([name, ...hasControl]).toEqual([name, search_ban === true, search_ban === true])
      for (const { evidence: said } of tweets) {
        expect([name, said?.control !== undefined]).toEqual([name, said?.found === false])
        expect([name, said?.withheld]).toEqual([name, said?.found ? evidence?.withheld : undefined])
      }
    }
  })

  it('of an account that X does not show, the invented X tells no more than X does', async () => {
    for (const [name, suspend] of [
      ['sbx_suspended', true],
      ['sbx_nobody', null],
    ] as const) {
      const check = await sandbox.checkAccount(bodyFor(name), callerWith(signal))
      expect(check).toMatchObject({ suspend, protect: null, no_tweet: null })
    }
  })

  it('the posts that are too close to accuse an account are five, and of one day', async () => {
    const { tweets = [] } = await sandbox.checkAccount(bodyFor('sbx_too_close'), callerWith(signal))
    const times = tweets.map(({ url }) => snowflakeDate(parsePostUrl(url)?.id ?? '')?.getTime() ?? 0)
    expect(times).toHaveLength(5)
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(DAY_MS)
  })

  it('invented posts are from the week that search covers', async () => {
    const still = createSandboxUpstream(0, 'none', () => NOW)
    const { tweets = [] } = await still.checkAccount(bodyFor('sbx_clear'), callerWith(signal))
    const times = tweets.map(({ url }) => snowflakeDate(parsePostUrl(url)?.id ?? '')?.getTime() ?? 0)
    expect(times).not.toHaveLength(0)
    expect(Math.min(...times)).toBeGreaterThan(NOW - 7 * DAY_MS)
    expect(Math.max(...times)).toBeLessThan(NOW - 3_600_000)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
  })

  it('invented posts are found only if they are OK, missing only if they are excluded, and otherwise have a reason', async () => {
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

  it('invented posts show the reason that the digits of their ids stand for', async () => {
    const ids = SANDBOX_REASONS.map((_, number) => `19900000000000000${String(number).padStart(2, '0')}5`)
    const judged = await sandbox.checkPosts(
      ids.map((id) => ({ name: 'sbx_clear', id })),
      callerWith(signal),
    )
    expect(judged.map(({ evidence }) => evidence?.reason)).toEqual(SANDBOX_REASONS)
    // X shows each of them, except those whose display failed.
    expect(judged.map(({ status, evidence }) => [status, evidence?.visible])).toEqual(
      SANDBOX_REASONS.map(({ part }) => (part === 'preview' ? ['UNKNOWN', null] : ['UNSEARCHED', true])),
    )
  })

  it('invented posts have one author for each account, however its name is written', () => {
    const ids = ['1990000000000000000', '1989999999999999991', '1989999999999999982', '17']
    for (const name of names) {
      const authors = ids.flatMap((id) =>
        [name, name.toUpperCase()].map((name) => sandboxOembed({ name, id }).author_name),
      )
      expect(new Set(authors).size).toBe(1)
    }
  })
})
