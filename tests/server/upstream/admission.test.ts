import { describe, expect, it } from 'vitest'
import type { Upstream } from '../../../server/upstream/Upstream.ts'
import { withAdmission } from '../../../server/upstream/Upstream.ts'
import { createSandboxUpstream } from '../../../server/upstream/sandbox.ts'
import { bodyFor, callerWith } from '../client.ts'

const BUSY = { code: 'busy', retryAfter: 10 }
const POST = { name: 'a', id: '10' }
const LIMITS = { address: 2, network: 5, all: 8 }

/** An upstream whose calls end when they are told to, behind a door with these limits. */
function world(limits = LIMITS) {
  const ends: (() => void)[] = []
  const sandbox = createSandboxUpstream()
  const held = () => new Promise<void>((resolve) => ends.push(resolve))
  const slow: Upstream = {
    ...sandbox,
    checkAccount: async (...asked) => (await held(), sandbox.checkAccount(...asked)),
    checkPosts: async (...asked) => (await held(), sandbox.checkPosts(...asked)),
    oembed: async (...asked) => (await held(), sandbox.oembed(...asked)),
  }
  const upstream = withAdmission(slow, limits, limits)
  const running: Promise<unknown>[] = []
  const run = (work: Promise<unknown>) => void running.push(work)
  return {
    posts: (clientKey: string, count = 1) =>
      upstream.checkPosts(
        Array.from({ length: count }, () => POST),
        callerWith(undefined, clientKey),
      ),
    preview: (clientKey: string) => upstream.oembed(POST, callerWith(undefined, clientKey)),
    account: (name: string, clientKey = 'a') =>
      upstream.checkAccount(bodyFor(name), callerWith(undefined, clientKey)),
    run,
    endOne: () => ends.shift()?.(),
    async endAll() {
      for (const end of ends.splice(0)) end()
      await Promise.all(running.splice(0))
    },
  }
}

describe('the door', () => {
  it.each(['posts', 'preview'] as const)(
    'the door lets one address run its number of %s at once, and again when one has ended',
    async (kind) => {
      const { [kind]: ask, run, endAll } = world()
      run(ask('192.0.2.1'))
      run(ask('192.0.2.1'))
      await expect(ask('192.0.2.1')).rejects.toMatchObject(BUSY)
      run(ask('198.51.100.1'))
      await endAll()
      run(ask('192.0.2.1'))
      await endAll()
    },
  )

  it('the door counts previews apart from checks', async () => {
    const { posts, preview, run, endAll } = world()
    for (let turn = 0; turn < 2; turn++) {
      run(posts('192.0.2.1'))
      run(preview('192.0.2.1'))
    }
    await expect(posts('192.0.2.1')).rejects.toMatchObject(BUSY)
    await endAll()
  })

  it('the door lets one network run no more than its number, however many addresses it has', async () => {
    const { posts, run, endAll } = world()
    for (let index = 0; index < 5; index++) run(posts(`2001:db8:1:${index}00`))
    await expect(posts('2001:db8:1:900')).rejects.toMatchObject(BUSY)
    run(posts('2001:db8:2:100'))
    await endAll()
  })

  // A /48 with eight batches of 200 posts under way once made everybody wait five times as long for a challenge.
  it('the door lets a network look at a batch of any size, and at no other post before it has ended', async () => {
    const { account, posts, run, endAll } = world()
    run(posts('192.0.2.1', 199))
    run(posts('192.0.2.2', 200))
    await expect(posts('192.0.2.3')).rejects.toMatchObject(BUSY)
    run(account('sbx_clear', '192.0.2.3'))
    run(posts('198.51.100.1', 200))
    await endAll()
    run(posts('192.0.2.3', 200))
    await endAll()
  })

  it('the door refuses everybody while too many checks run', async () => {
    const { posts, run, endAll } = world()
    for (let index = 0; index < 8; index++) run(posts(`192.0.${index}.1`))
    await expect(posts('198.51.100.1')).rejects.toMatchObject(BUSY)
    await endAll()
    run(posts('198.51.100.1'))
    await endAll()
  })

  it('the door lets in whoever asks for an account, in any spelling, of which a check is running', async () => {
    const { account, run, endOne, endAll } = world({ address: 1, network: 1, all: 1 })
    run(account('sbx_clear'))
    run(account('SBX_CLEAR'))
    run(account('sbx_Clear', 'b'))
    await expect(account('sbx_mixed', 'c')).rejects.toMatchObject(BUSY)
    endOne()
    run(account('sbx_clear', 'c'))
    await endAll()
    run(account('sbx_mixed', 'c'))
    await endAll()
  })

  it('the door gives a place back if a check fails', async () => {
    const upstream = withAdmission(createSandboxUpstream(), { address: 1, network: 1, all: 1 })
    const check = () => upstream.checkAccount(bodyFor('sbx_err_500'), callerWith())
    await expect(check()).rejects.toMatchObject({ code: 'sandbox_error' })
    await expect(check()).rejects.toMatchObject({ code: 'sandbox_error' })
  })
})
