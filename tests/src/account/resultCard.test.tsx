import { createStore } from 'jotai/vanilla'
import { parse } from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SandboxName } from '../../../contract/sandboxAccounts.ts'
import { AccountCheck } from '../../../contract/wire.ts'
import { createSandboxUpstream } from '../../../server/upstream/sandbox.ts'
import { AccountResultCard } from '../../../src/account/AccountResult.tsx'
import { accountFlow } from '../../../src/account/accountFlow.ts'
import { lastUpstreamAtom } from '../../../src/check/upstream.ts'
import { text } from '../../../src/text/ja.ts'
import { formatShortTime } from '../../../src/text/japanese.ts'
import { callerWith } from '../../server/client.ts'
import { textOf } from './textOf.tsx'

const NOW = new Date(2026, 10, 21, 18, 20).getTime()
const TIME = formatShortTime(NOW)

beforeEach(() => void vi.stubGlobal('location', new URL('https://site.test/')))
afterEach(() => void vi.unstubAllGlobals())

/** What the result card says above its items, of an account of the sandbox. */
async function cardOf(screenName: string, upstream = 'sandbox', shown = upstream): Promise<string[]> {
  const sandbox = createSandboxUpstream(0, 'none', () => NOW)
  const request = { screen_name: screenName, key: '', searchban: true, repost: true }
  const answer = await sandbox.checkAccount(request, callerWith())
  const store = createStore()
  store.set(lastUpstreamAtom, shown)
  store.set(accountFlow.setResultAtom, {
    state: 'done',
    query: { variant: 'main', screenName, posts: true, reposts: true },
    result: { ...parse(AccountCheck, JSON.parse(JSON.stringify(answer))), upstream, screenName },
    endedAt: NOW,
  })
  return textOf(<AccountResultCard />, store)
}

/** Accounts that show a fault, not a result. */
type Faulty = 'sbx_slow' | 'sbx_err_500' | 'sbx_err_502'

const CLEAR = 'シャドウバンは検出されませんでした'
const SHOWN = '直近のポスト20件は検索に出ています'
const NOTHING_JUDGED = 'シャドウバンかどうかは判定できませんでした'

/** All that the card says of each account, between the notice of the demo and the line with the name and the time, below which is the next step. */
const CARDS: Record<Exclude<SandboxName, Faulty>, string[]> = {
  sbx_clear: [CLEAR, SHOWN],
  sbx_suggestion: ['Search Suggestion Banが検出されました', SHOWN],
  sbx_search: ['Search Banが検出されました', '直近のポスト20件は、どれも検索に出ていません'],
  sbx_ghost: ['Ghost Banが検出されました', SHOWN],
  sbx_reply: ['Reply Deboostingが検出されました', SHOWN],
  sbx_all_bans: ['4件のシャドウバンが検出されました', '直近のポスト20件は、どれも検索に出ていません'],
  sbx_mixed: [CLEAR, '直近のポストのうち3件が検索に出ていません'],
  sbx_search_only: ['ポストは検索に出ています', 'ほかの3項目は、自動では調べられません'],
  sbx_partly: [CLEAR, '直近のポストのうち2件が検索に出ていません'],
  sbx_no_control: [NOTHING_JUDGED, '直近のポストは判定できませんでした'],
  sbx_too_close: [
    NOTHING_JUDGED,
    '直近のポスト5件は、どれも検索に出ていません',
    '作成から12日のアカウントです。新しいアカウントのポストは、検索に出るまで日数がかかることがあります。',
  ],
  sbx_withheld: [`日本では表示が制限されています。${CLEAR}。`, SHOWN],
  sbx_unknown: [NOTHING_JUDGED, '直近のポスト2件は、どれも検索に出ていません'],
  sbx_suspended: [
    'アカウントが凍結されています',
    'このアカウントは現在凍結されているため、チェックできません。Xに異議を申し立てられます。',
  ],
  sbx_protected: [
    '非公開アカウントです',
    'このアカウントは非公開に設定されているため、チェックできません。公開中のアカウントだけをチェックできます。',
  ],
  sbx_no_posts: ['ポストが存在しません', 'このアカウントはまだポストを投稿していません。'],
  sbx_limit_user: [
    'サーバー負荷により取得できませんでした。時間帯をずらして再度実施いただきますようお願いいたします。',
  ],
  sbx_limit_posts: [
    CLEAR,
    'Xからポストの一覧を受け取れる回数を使い切ったため、直近のポストは取得していません。',
  ],
}

const GUIDE = '手順を見ながら確かめる（4項目・数分）'
const GUIDE_TO_REST = '手順を見ながら確かめる（3項目・数分）'
const AGAIN = 'もう一度試す'
const POSTS = 'ポストごとの結果を見る'
const NEXT_STEPS = '次にすることを見る'
/** What helps most next. A clear answer is shared, in a row of its own. */
const NEXT: Partial<Record<string, string>> = {
  sbx_suggestion: NEXT_STEPS,
  sbx_search: NEXT_STEPS,
  sbx_ghost: NEXT_STEPS,
  sbx_reply: NEXT_STEPS,
  sbx_all_bans: NEXT_STEPS,
  sbx_mixed: POSTS,
  sbx_search_only: GUIDE_TO_REST,
  sbx_partly: POSTS,
  sbx_no_control: GUIDE,
  sbx_too_close: GUIDE,
  sbx_unknown: GUIDE,
  sbx_suspended: '凍結への異議申し立て（Xヘルプ）（新しいタブで開きます）',
  sbx_protected: 'もう一度チェック',
  sbx_no_posts: '別のユーザー名',
  sbx_limit_user: AGAIN,
  sbx_limit_posts: AGAIN,
}

describe('the result card', () => {
  it.each(Object.entries(CARDS))(
    'the result card of %s says exactly what its state is',
    async (name, lines) => {
      const next = NEXT[name] === undefined ? [] : [NEXT[name]]
      expect(await cardOf(name)).toEqual([text.sandbox.notice, ...lines, `@${name}${TIME}`, ...next])
    },
  )

  it.each([
    [
      'sandbox',
      'これはデモです。実在のアカウントは調べられません。「試せるユーザー名」からお選びください。',
      TIME,
    ],
    [
      'x-api',
      '指定されたユーザー名のアカウントは、存在しないか削除されているため、チェックできません。つづりを確かめてください。名前が変わったか、凍結された可能性もあります。',
      `${TIME}にXで確認`,
    ],
  ])(
    'the result card of an account that %s does not have says so once, and why that may be',
    async (upstream, about, time) => {
      expect(await cardOf('nobody_here', upstream)).toEqual([
        'ユーザーが見つかりません',
        about,
        `@nobody_here${time}`,
        'ユーザー名を直す',
      ])
    },
  )

  it('the result card calls a result of the sandbox a demo also after the server was switched to X', async () => {
    expect(await cardOf('sbx_clear', 'sandbox', 'x-api')).toContain(text.sandbox.notice)
  })

  it('the result card does not call a result of X a demo, whatever upstream the server has now, and says when X was asked', async () => {
    const lines = await cardOf('sbx_clear', 'x-api', 'sandbox')
    expect(lines).not.toContain(text.sandbox.notice)
    expect(lines.at(-1)).toMatch(/^@sbx_clear.*18:20にXで確認$/)
  })
})
