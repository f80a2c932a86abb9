import { durableStore } from '../../../server/cloudflare/durableStore.ts'
import type { StoreObject } from '../../../server/cloudflare/StoreObject.ts'
import type { ObjectsNamed } from '../../../server/cloudflare/durableStore.ts'
import { createX } from '../../../server/upstream/x/createX.ts'
import { idOf } from '../../contract/idOf.ts'
import { callerWith } from '../../server/callerWith.ts'
import { bodyFor } from '../../server/client.ts'
import { json, startStubX } from '../../server/upstream/stubX.ts'
import type { Answer } from '../../server/upstream/stubX.ts'
import { CANARY, xOptions } from '../../server/upstream/xOptions.ts'
import type { XCost } from './model.ts'

const ACCOUNTS = 20
const POSTS = 5
const HOUR_MS = 3_600_000
const idAt = (hours: number) => idOf(Math.floor(Date.now() - hours * HOUR_MS))
const page = (...data: object[]) => json({ data, meta: { result_count: data.length } })
const own = Array.from({ length: POSTS }, (_, index) => ({ id: idAt(5 + 10 * index), text: 'あ' }))

/** What a verdict about an active account, of which search finds everything, costs of X, and of Durable Objects that keep what belongs to it. */
export async function costOfX(): Promise<XCost> {
  const user: Answer = (url, ...rest) => {
    const username = url.pathname.split('/').at(-1) ?? ''
    const id = username === CANARY ? '1' : username.replace(/\D/g, '')
    json({ data: { id, name: 'S', username, protected: false, public_metrics: { tweet_count: 9 } } })(
      url,
      ...rest,
    )
  }
  const control = page({ id: idAt(3), text: 'control' })
  const stub = await startStubX({
    '/2/users/by/username/': user,
    '/2/users/': page(...own),
    '/2/tweets/search/recent': (url, ...rest) =>
      (url.searchParams.get('query')?.includes(CANARY) ? control : page(...own))(url, ...rest),
  })
  const counted = countedObjects()
  let micros = 0
  const spent = (_endpoint: string, cost: number) => void (micros += cost)
  const x = createX(xOptions(stub.base, { store: durableStore(counted.objects), watcher: { spent } }))
  for (let index = 0; index < ACCOUNTS; index++) {
    const request = bodyFor(`account${100 + index}`, { searchban: false, repost: false })
    const { search_ban } = await x.checkAccount(request, callerWith())
    if (search_ban !== false) throw new Error('The stand-in for X was not understood')
  }
  await stub.close()
  const asked = (start: string) => stub.asked.filter((path) => path.startsWith(start)).length / ACCOUNTS
  return {
    dollars: micros / 1e6 / ACCOUNTS,
    lookups: asked('/2/users/by/username/'),
    searches: asked('/2/tweets/search/recent'),
    // And the object that asks X.
    objectCalls: 1 + counted.calls() / ACCOUNTS,
    budgetCalls: counted.calls('spend') / ACCOUNTS,
  }
}

/** Durable Objects that keep nothing, allow everything, and count their calls by name. */
export function countedObjects() {
  const called: string[] = []
  const answers: Record<string, unknown> = { claim: 'won', count: { calls: 1, msLeft: 1 }, spentOn: 0 }
  const objects: ObjectsNamed<StoreObject> = {
    idFromName: (name) => name,
    get: (name: string) =>
      new Proxy({} as StoreObject, {
        get: (_target, method: string) => async () => {
          called.push(name)
          return answers[method] ?? null
        },
      }),
  }
  return {
    objects,
    calls: (name?: string) => called.filter((one) => name === undefined || one === name).length,
  }
}
