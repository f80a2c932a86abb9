import { SEARCH_METHOD_NAME } from '../../contract/wire.ts'
import type { AccountCheck, PostResult, CheckMethod } from '../../contract/wire.ts'
import { formatShortTime } from '../text/japanese.ts'
import { resultText } from '../text/result.ts'

export function methodOfAccountCheck({ evidence }: Pick<AccountCheck, 'evidence'>): CheckMethod | null {
  if (evidence?.version === undefined) return null
  return { name: SEARCH_METHOD_NAME, version: evidence.version, asked: evidence.time }
}

/** The method that judged the posts: the oldest version among them, and when X was first asked; null if no post has a version and a time. */
export function methodOfPosts(posts: readonly Pick<PostResult, 'evidence'>[]): CheckMethod | null {
  const dated = posts.flatMap(({ evidence }) =>
    evidence?.version === undefined || evidence.time === undefined
      ? []
      : [{ version: evidence.version, time: evidence.time }],
  )
  if (dated.length === 0) return null
  return {
    name: SEARCH_METHOD_NAME,
    version: Math.min(...dated.map(({ version }) => version)),
    asked: Math.min(...dated.map(({ time }) => time)),
  }
}

/** Says for a result on the page when X was asked. */
export function whenXWasAskedLine({ asked }: CheckMethod, now: number): string {
  return resultText.asked(formatShortTime(asked, now))
}

/** The line about the method on a result and in an image. It omits the time if that is in the same minute as `at`, which is shown already. */
export function methodLine(method: CheckMethod | null, at?: number): string | null {
  if (!method) return null
  const { version, asked } = method
  const minute = formatShortTime(asked)
  return resultText.method(version, at !== undefined && minute === formatShortTime(at) ? null : minute)
}
