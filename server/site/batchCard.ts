import { createMiddleware } from 'hono/factory'
import { html } from 'hono/html'
import type { Context } from 'hono'
import { toJapanDay } from '../../contract/dates.ts'
import { HISTORY_PATH } from '../../contract/paths.ts'
import { SANDBOX, GROUP_BADGES, groupOfPost } from '../../contract/outcomes.ts'
import type { PostJudgement } from '../../contract/wire.ts'
import { ApiError } from '../../contract/reasons.ts'
import { readClientKey } from '../http/limits.ts'
import type { LimitDependencies, AppEnv } from '../http/limits.ts'
import { contentPolicyOfPage } from './site.ts'

export const SAVED_BATCH_ROUTE = `${HISTORY_PATH}:id` as const

/** The card's words for each group of posts, in the order of the card. A post with an error is called not judged. */
const { excluded, ...others } = GROUP_BADGES
const GROUP_WORDS = { excluded, ...others, error: GROUP_BADGES.unsearched }

export type CardTexts = { title: string; description: string }
type SavedBatch = { results: readonly PostJudgement[]; timestamp: number; upstream?: string | undefined }

/** Writes the texts of a saved batch's preview card. They hold only counts and the day in Japan, and nothing from the posts. They say that all posts are in search only if search found every post. */
export function batchCardTexts({ results, timestamp }: SavedBatch, isDemo: boolean): CardTexts {
  const words = results.map((result): string => GROUP_WORDS[groupOfPost(result)])
  const of = (word: string) => words.filter((other) => other === word).length
  const [year = '', month, day] = toJapanDay(timestamp).split('-').map(Number)
  const total = results.length
  const answer =
    of(GROUP_WORDS.excluded) > 0
      ? `${total}件中${of(GROUP_WORDS.excluded)}件が検索除外`
      : of(GROUP_WORDS.ok) === total
        ? `${total}件すべて検索OK`
        : `${total}件のチェック結果`
  const parts = [...new Set(Object.values(GROUP_WORDS))]
    .filter((word) => of(word) > 0)
    .map((word) => `${word}${of(word)}件`)
  return {
    title: `${isDemo ? '【デモ】' : ''}${answer}（${month}月${day}日）`,
    description: `${isDemo ? 'これはデモです。実在の結果ではありません。' : ''}${parts.join('・')}。${year}年${month}月${day}日（日本時間）に、ポストが検索に出るかを調べた結果です。`,
  }
}

const TITLE = /(<title[^>]*>)[^<]*(?=<\/title>)/
const META = /(<meta [^>]*(?:name|property)="(?:og:)?(title|description)" content=")[^"]*/g

/** Returns the page with other texts, escaped, in its head. Its scripts and styles stay the same, because its content policy names them. */
export function withCardTexts(page: string, { title, description }: CardTexts): string {
  const escaped = { title: String(html`${title}`), description: String(html`${description}`) }
  return page
    .replace(TITLE, (_, tag: string) => tag + escaped.title)
    .replace(META, (_, tag: string, name: keyof CardTexts) => tag + escaped[name])
}

type BatchPageParts = LimitDependencies & { upstream: { name: string }; onFault: (error: unknown) => void }

/** Serves the page of a saved batch with a title of its own for link previews. If the batch cannot be read, the next handler answers. */
export function serveBatchPage(
  { limits, addressOf, keys, upstream, onFault }: BatchPageParts,
  readBatch: (id: string) => Promise<SavedBatch | null>,
  shell: () => Promise<string | null>,
) {
  const pageOf = async (c: Context<AppEnv, typeof SAVED_BATCH_ROUTE>) => {
    // Any page may name this one as a picture: its visitors would use up their limits.
    if ((c.req.header('Sec-Fetch-Dest') ?? 'document') !== 'document') return null
    await limits.count('read', readClientKey({ addressOf, keys }, c))
    const batch = await readBatch(c.req.param('id'))
    if (!batch || batch.results.length === 0) return null
    const page = await shell()
    return page && withCardTexts(page, batchCardTexts(batch, (batch.upstream ?? upstream.name) === SANDBOX))
  }
  return createMiddleware<AppEnv, typeof SAVED_BATCH_ROUTE>(async (c, next) => {
    const page = await pageOf(c).catch((error: unknown) => {
      if (!(error instanceof ApiError)) onFault(error)
      return null
    })
    if (!page) return next()
    c.header('Content-Security-Policy', contentPolicyOfPage(page))
    c.header('Cache-Control', 'no-cache')
    c.header('X-Robots-Tag', 'noindex')
    return c.html(page)
  })
}
