import type { Upstream } from '../../../server/upstream/Upstream.ts'

/** The statuses of posts without what they rest on. */
export async function statusesOf(
  x: Upstream,
  ...asked: Parameters<Upstream['checkPosts']>
): Promise<(string | undefined)[]> {
  return (await x.checkPosts(...asked)).map(({ status }) => status)
}
