import type { Upstream } from '../../server/upstream/Upstream.ts'
import { createSandbox } from '../../server/upstream/sandbox.ts'

/** The sandbox, counting how often it is reached. */
export function countedSandbox(): Upstream & { reached: number } {
  const sandbox = createSandbox()
  const counted = {
    ...sandbox,
    reached: 0,
    checkAccount: (...asked: Parameters<Upstream['checkAccount']>) => (
      counted.reached++,
      sandbox.checkAccount(...asked)
    ),
    checkPosts: (...asked: Parameters<Upstream['checkPosts']>) => (
      counted.reached++,
      sandbox.checkPosts(...asked)
    ),
    oembed: (...asked: Parameters<Upstream['oembed']>) => (counted.reached++, sandbox.oembed(...asked)),
  }
  return counted
}
