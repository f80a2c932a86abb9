import { beforeEach, describe, expect, it } from 'vitest'
import { RateLimited } from '../../../server/upstream/x/client/replies.ts'
import type { Found } from '../../../server/upstream/x/schemas.ts'
import { CONTROL_MS } from '../../../server/upstream/x/verdict/control.ts'
import { lookForPosts } from '../../../server/upstream/x/verdict/lookForPosts.ts'
import type { LookParts, Window } from '../../../server/upstream/x/verdict/lookForPosts.ts'
import type { Looked, Sought } from '../../../server/upstream/x/verdict/windows.ts'
import { idOf } from '../../contract/idOf.ts'

const NOW = 1_790_000_000_000
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const AGAIN = 5000
/** Posts a day old and older, a day between two: the first is the oldest. */
const [A, B, C] = [3, 2, 1].map((days) => idOf(NOW - days * DAY)) as [string, string, string]
const sought = (...ids: string[]): Sought[] => ids.map((id) => ({ id, versions: [id] }))
const limited = () => new RateLimited(NOW + MINUTE)

type Shown = Found['posts'][number]
const shown = (id: string, versions?: string[]): Shown => ({
  id,
  text: 'あ',
  ...(versions && { edit_history_tweet_ids: versions }),
})
const answer = (posts: Shown[], whole = true): Found => ({
  posts,
  whole,
  next: whole ? undefined : 'more',
  quotedBy: () => null,
})

let clock = NOW
let calls: unknown[] = []
let looked: Looked
let controller: AbortController
beforeEach(begin)

function begin(): void {
  clock = NOW
  calls = []
  looked = { findings: new Map(), others: new Map() }
  controller = new AbortController()
}

/** A pause that takes no time, and what had been found by then: nothing is said of a post that is still looked for. */
function watchedPause() {
  const seen: unknown[] = []
  return { seen, pause: async () => void seen.push(Object.fromEntries(looked.findings)) }
}

/** Looks for posts where X gives these answers to the searches, in order, and an empty one to every other. */
async function look(windows: Sought[][], answers: (Found | null | Error)[], parts: Partial<LookParts> = {}) {
  await lookForPosts(
    windows,
    {
      search: async (within, most) => {
        calls.push(['search', within, most])
        const next = answers.length > 0 ? answers.shift() : answer([])
        if (next instanceof Error) throw next
        return next ?? null
      },
      control: async (since) => {
        calls.push(['control', since])
        return clock
      },
      versionsOf: async (ids) => {
        calls.push(['versions', ids])
        return new Map(ids.map((id) => [id, [id]]))
      },
      pause: async (ms) => {
        calls.push(['pause', ms])
        clock += ms
      },
      pursues: 'each',
      splits: true,
      now: () => clock,
      signal: controller.signal,
      ...parts,
    },
    looked,
  )
  return Object.fromEntries(looked.findings)
}

const byIds = (first: string, last = first): Window => ({ ids: { first, last } })
/** The window of a second look: whole seconds. Every post here was made at the beginning of one. */
const byTimes = (from: number, to = from): Window => ({ times: { from, to: to + 1000 } })
const found = { found: true, time: NOW, quoted: null }
const left = (reason: string, time = NOW) => ({ found: null, reason, time })
const missing = (time = NOW + AGAIN, control = time) => ({ found: false, time, control })
/** All calls for posts that stay missing, the second look by these windows. */
const pursuit = (...again: unknown[]) => [
  ['control', NOW - CONTROL_MS],
  ['pause', AGAIN],
  ['control', NOW + 1],
  ...again,
]

describe('the first look', () => {
  it('asks for a window by its oldest and newest id, and is content where X shows all', async () => {
    const windows = [sought(A, B)]
    const posts = { ...answer([shown(B), shown(A)]), quotedBy: ({ id }: Shown) => (id === A ? C : undefined) }
    expect(await look(windows, [posts])).toEqual({
      [A]: { ...found, quoted: C },
      [B]: { ...found, quoted: undefined },
    })
    expect(calls).toEqual([['search', byIds(A, B), 2]])
    expect([...looked.others.keys()]).toEqual([])
  })

  it('leaves the posts of an answer that does not count, and of one that did not come', async () => {
    expect(await look([sought(A), sought(B)], [null, limited()])).toEqual({
      [A]: left('failed'),
      [B]: left('limited'),
    })
    expect(calls).toHaveLength(2)
  })

  it('looks one by one, also for neighbours, for what is missing in a part of a window', async () => {
    const [one, two] = [A, idOf(NOW - 3 * DAY + 1000)]
    const answers = [answer([shown(two)], false), answer([shown(one)])]
    expect(await look([sought(one, two)], answers)).toEqual({ [one]: found, [two]: found })
    expect(calls).toEqual([
      ['search', byIds(one, two), 2],
      ['search', byIds(one), 1],
    ])
    begin()
    const late = idOf(NOW - 3 * DAY + 2000)
    const none = [answer([], false), answer([shown(one)]), answer([shown(two)], false), answer([], false)]
    expect(await look([sought(one, two, late)], none)).toEqual({
      [one]: found,
      [two]: found,
      [late]: left('failed'),
    })
    expect(calls).toHaveLength(4)
  })

  it('leaves what is missing in a part of a window where nothing may be looked for one by one', async () => {
    const findings = await look([sought(A, B)], [answer([shown(A)], false)], { splits: false })
    expect(findings).toEqual({ [A]: found, [B]: left('failed') })
    expect(calls).toHaveLength(1)
  })

  it('knows a post by any of its versions, and everything else as another post', async () => {
    const windows = [[{ id: A, versions: [A, B] }], sought(C)]
    const newer = idOf(NOW - 0.5 * DAY)
    const answers = [answer([shown(B)]), answer([shown(newer, [C, newer]), shown('77', ['76', '77'])])]
    expect(await look(windows, answers)).toEqual({ [A]: found, [C]: found })
    expect([...looked.others]).toEqual(['77', '76'].map((id) => [id, found]))
    expect(calls).toEqual([
      ['search', byIds(B), 1],
      ['search', byIds(C), 1],
    ])
  })

  it('throws what ended the check, and leaves no reason', async () => {
    const search = async () => {
      controller.abort(new Error('gone'))
      throw limited()
    }
    await expect(look([sought(A)], [], { search })).rejects.toThrow('gone')
    expect(looked.findings.size).toBe(0)
  })
})

describe('which missing posts are pursued', () => {
  it('none', async () => {
    expect(await look([sought(A)], [], { pursues: 'none' })).toEqual({ [A]: left('no_author') })
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['a post is found', [answer([shown(A)])], { [A]: found, [B]: left('no_author') }],
    ['another post is shown', [answer([shown('77')])], { [A]: left('no_author'), [B]: left('no_author') }],
  ])('not all of them where %s', async (_, answers, findings) => {
    expect(await look([sought(A), sought(B)], answers, { pursues: 'all' })).toEqual(findings)
    expect(calls).toHaveLength(2)
  })

  it('all of them where nothing is found', async () => {
    expect(await look([sought(A)], [], { pursues: 'all' })).toEqual({ [A]: missing() })
  })

  it('each one also where another is found, but none that is too young', async () => {
    const [young, old] = [idOf(NOW - 60 * MINUTE + 1), idOf(NOW - 60 * MINUTE)]
    const { seen, pause } = watchedPause()
    const windows = [sought(A), sought(young), sought(old)]
    expect(await look(windows, [answer([shown(A)])], { pause })).toEqual({
      [A]: found,
      [young]: left('too_young'),
      [old]: missing(NOW),
    })
    expect(seen).toEqual([{ [A]: found, [young]: left('too_young') }])
  })

  it('nothing is asked where all are too young', async () => {
    const young = idOf(NOW - MINUTE)
    expect(await look([sought(young)], [])).toEqual({ [young]: left('too_young') })
    expect(calls).toHaveLength(1)
  })
})

describe('the control', () => {
  it('is found before and after the pause, before the second look by times says that a post is missing', async () => {
    expect(await look([sought(A, B)], [])).toEqual({ [A]: missing(), [B]: missing() })
    const second = ['search', byTimes(NOW - 3 * DAY, NOW - 2 * DAY), 2]
    expect(calls).toEqual([['search', byIds(A, B), 2], ...pursuit(second)])
  })

  it('counts the pause from the first miss, and asks for a control that is newer than the miss and the last one', async () => {
    const control = async (since: number) => {
      calls.push(['control', since])
      clock += 2000
      return since < NOW ? NOW - 1000 : clock
    }
    expect(await look([sought(A)], [], { control })).toEqual({ [A]: missing(NOW + AGAIN + 2000) })
    expect(calls.slice(1, 4)).toEqual([
      ['control', NOW - CONTROL_MS],
      ['pause', AGAIN - 2000],
      ['control', NOW],
    ])
  })

  it('needs no pause where it took as long', async () => {
    const control = async () => (clock += AGAIN + 1)
    await look([sought(A)], [], { control })
    expect(calls).toContainEqual(['pause', 0])
  })

  it.each([
    ['is not found before', [null], 'no_control', 1],
    ['cannot be asked for before', [limited()], 'limited', 1],
    ['is not found in between', [NOW, null], 'no_control', 2],
    ['cannot be asked for in between', [NOW, limited()], 'limited', 2],
  ])('leaves the posts where it %s', async (_, controls, reason, asked) => {
    const all = [...controls]
    const control = async () => {
      calls.push(['control'])
      const next = all.shift()
      if (next instanceof Error) throw next
      return next ?? null
    }
    expect(await look([sought(A)], [], { control })).toEqual({ [A]: left(reason, clock) })
    expect(calls).toHaveLength(asked === 1 ? 2 : 4)
  })
})

describe('the second look', () => {
  const onSecond = (posts: Found | null | Error) => [answer([]), posts]

  it('finds what the first one missed', async () => {
    const seen: unknown[] = []
    const search = async (within: Window) => {
      seen.push(Object.fromEntries(looked.findings))
      return 'times' in within ? answer([shown(A)]) : answer([])
    }
    expect(await look([sought(A)], [], { search })).toEqual({ [A]: { ...found, time: NOW + AGAIN } })
    expect(seen).toEqual([{}, {}])
  })

  it.each([
    ['does not count', null, { [A]: left('failed', NOW + AGAIN), [B]: left('failed', NOW + AGAIN) }],
    ['does not come', limited(), { [A]: left('limited', NOW + AGAIN), [B]: left('limited', NOW + AGAIN) }],
    [
      'is a part',
      answer([shown(A)], false),
      { [A]: { ...found, time: NOW + AGAIN }, [B]: left('failed', NOW + AGAIN) },
    ],
  ])('says nothing where its answer %s', async (_, posts, findings) => {
    expect(await look([sought(A, B)], onSecond(posts))).toEqual(findings)
  })

  it('asks for runs that no found post interrupts', async () => {
    expect(await look([sought(A, B, C)], [answer([shown(B)])])).toEqual({
      [A]: missing(),
      [B]: found,
      [C]: missing(),
    })
    expect(calls.slice(4)).toEqual([
      ['search', byTimes(NOW - 3 * DAY), 1],
      ['search', byTimes(NOW - DAY), 1],
    ])
  })

  it('asks for no post whose id holds no date', async () => {
    expect(await look([sought('12', A), sought('13')], [])).toEqual({
      12: left('failed', NOW + AGAIN),
      [A]: left('failed', NOW + AGAIN),
      13: left('failed', NOW + AGAIN),
    })
    expect(calls.filter((call) => String(call).startsWith('search'))).toHaveLength(2)
  })
})

describe('versions that are not known', () => {
  const unknown = (...ids: string[]): Sought[] => ids.map((id) => ({ id, versions: null }))

  it('are asked for before a post counts as missing, and only they', async () => {
    expect(await look([unknown(A), sought(B)], [])).toEqual({ [A]: missing(), [B]: missing() })
    expect(calls.slice(2, 5)).toEqual([
      ['control', NOW - CONTROL_MS],
      ['versions', [A]],
      ['pause', AGAIN],
    ])
  })

  it('do not make the pause longer', async () => {
    const versionsOf = async (ids: string[]) => {
      clock += 1000
      return new Map(ids.map((id) => [id, [id]]))
    }
    await look([unknown(A)], [], { versionsOf })
    expect(calls).toContainEqual(['pause', AGAIN - 1000])
  })

  it('leave the post where X does not tell them, and no other', async () => {
    const { seen, pause } = watchedPause()
    const versionsOf = async () => new Map()
    const findings = await look([unknown(A), sought(B)], [], { versionsOf, pause })
    expect(findings).toEqual({ [A]: left('failed'), [B]: missing(NOW) })
    expect(seen).toEqual([{ [A]: left('failed') }])
  })

  it('leave the post with the reason for which X could not be asked', async () => {
    const versionsOf = async () => {
      throw limited()
    }
    expect(await look([unknown(A), sought(B)], [], { versionsOf })).toEqual({
      [A]: left('limited'),
      [B]: missing(),
    })
    begin()
    expect(await look([unknown(A)], [], { versionsOf })).toEqual({ [A]: left('limited') })
    expect(calls).toHaveLength(2)
  })

  it('leave an edited post whose newest version is too young, and no other', async () => {
    const young = idOf(NOW - MINUTE)
    const due = idOf(NOW - 0.5 * DAY)
    const { seen, pause } = watchedPause()
    const told = new Map([
      [A, [A, young]],
      [B, [B, due]],
    ])
    const findings = await look([unknown(A), unknown(B)], [], { versionsOf: async () => told, pause })
    expect(findings).toEqual({ [A]: left('edited'), [B]: missing(NOW) })
    expect(seen).toEqual([{ [A]: left('edited') }])
    expect(calls.filter((call) => String(call).startsWith('search'))).toHaveLength(4)
  })

  it('lead to the newest, by which the post is looked for again, and from whose miss the pause counts', async () => {
    const due = idOf(NOW - 0.5 * DAY)
    const versionsOf = async () => {
      clock += 1000
      return new Map([[A, [A, due]]])
    }
    expect(await look([unknown(A)], [answer([]), answer([shown(due)])], { versionsOf })).toEqual({
      [A]: { ...found, time: NOW + 1000 },
    })
    expect(calls.slice(2)).toEqual([['search', byIds(due), 1]])
    begin()
    expect(await look([unknown(A)], [], { versionsOf })).toEqual({ [A]: missing(NOW + 1000 + AGAIN) })
    expect(calls.slice(2)).toEqual([
      ['search', byIds(due), 1],
      ['pause', AGAIN],
      ['control', NOW + 1000],
      ['search', byTimes(NOW - 0.5 * DAY), 1],
    ])
  })
})
