import { afterEach } from 'vitest'
import type { Store } from '../../../server/store/Store.ts'
import { createMemoryStore } from '../memoryStore.ts'
import { createX } from '../../../server/upstream/x/createX.ts'
import { json, oembedOf, startStubX } from './stubX.ts'
import type { Answer, StubX } from './stubX.ts'
import { xOptions } from './xOptions.ts'

const stubs: StubX[] = []
/** Every test file that opens posts closes them by this. */
export const closePosts = () => afterEach(() => Promise.all(stubs.splice(0).map((stub) => stub.close())))

/** The `x` upstream, which has no token, over an X that answers so. */
export async function postsOver(answers: Record<string, Answer>, store: Store = createMemoryStore()) {
  const stub = await startStubX(answers)
  stubs.push(stub)
  const x = createX(xOptions(stub.base, { bearerToken: '', store }))
  return { x, stub }
}

/** The same over an X that shows every post, after a while. */
export function postsAfter(delayMs: number) {
  return postsOver({ '/oembed': (...asked) => void setTimeout(() => json(oembedOf())(...asked), delayMs) })
}
