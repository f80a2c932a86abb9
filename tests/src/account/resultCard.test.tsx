import { createStore } from 'jotai/vanilla'
import { parse } from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BAN_NAMES } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import type { SandboxName } from '../../../contract/sandboxAccounts.ts'
import { AccountCheck } from '../../../contract/wire.ts'
import { createSandboxUpstream } from '../../../server/upstream/sandbox.ts'
import { AccountResultCard } from '../../../src/account/AccountResult.tsx'
import { accountFlow } from '../../../src/account/accountFlow.ts'
import { lastUpstreamAtom } from '../../../src/check/upstream.ts'
import { newAccountSentence } from '../../../src/text/accountFacts.ts'
import { guideText } from '../../../src/text/guide.ts'
import { text } from '../../../src/text/ja.ts'
import { formatShortTime } from '../../../src/text/japanese.ts'
import { logText } from '../../../src/text/log.ts'
import { resultText, X_APPEAL_LINK } from '../../../src/text/result.ts'
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

const { verdict: said, state } = resultText
const names = (...bans: Ban[]) => said.foundOf(bans.map((ban) => BAN_NAMES[ban]))
const CLEAR = said.none
const SHOWN = said.postsClear(said.allPosts(20, false))
const MISSED = (posts: number) => said.postsAllExcluded(said.allPosts(posts, false))

/** All that the card says of each account, between the notice of the demo and the line with the name and the time, below which is the next step. */
const CARDS: Record<Exclude<SandboxName, Faulty>, string[]> = {
  sbx_clear: [CLEAR, SHOWN],
  sbx_suggestion: [names('search_suggestion_ban'), SHOWN],
  sbx_search: [names('search_ban'), MISSED(20)],
  sbx_ghost: [names('ghost_ban'), SHOWN],
  sbx_reply: [names('reply_deboosting'), SHOWN],
  sbx_all_bans: [said.found(4), MISSED(20)],
  sbx_mixed: [CLEAR, said.postsExcluded(said.somePosts(3, false))],
  sbx_search_only: [said.inSearch, said.noMethod(3)],
  sbx_partly: [CLEAR, said.postsExcluded(said.somePosts(2, false))],
  sbx_no_control: [said.unknown, said.postsUnsearched],
  sbx_too_close: [said.unknown, MISSED(5), newAccountSentence(12)],
  sbx_withheld: [said.withheldInJapan(CLEAR), SHOWN],
  sbx_unknown: [said.unknown, MISSED(2)],
  sbx_suspended: [state.suspend.title, state.suspend.about],
  sbx_protected: [state.protect.title, state.protect.about],
  sbx_no_posts: [state.no_tweet.title, state.no_tweet.about],
  sbx_limit_user: [state.rate_limit.title, state.worthAt('11月21日 18:35')],
  sbx_limit_posts: [
    CLEAR,
    'Xからポストの一覧を受け取れる回数を使い切ったため、直近のポストは取得していません。',
    state.worthAt('11月21日 18:35'),
  ],
}

/** What helps most next. A clear answer is shared, in a row of its own. */
const NEXT: Partial<Record<string, string>> = {
  sbx_suggestion: guideText.plan.goTo,
  sbx_search: guideText.plan.goTo,
  sbx_ghost: guideText.plan.goTo,
  sbx_reply: guideText.plan.goTo,
  sbx_all_bans: guideText.plan.goTo,
  sbx_mixed: resultText.list.goTo,
  sbx_search_only: guideText.guided.start(3),
  sbx_partly: resultText.list.goTo,
  sbx_no_control: guideText.guided.start(4),
  sbx_too_close: guideText.guided.start(4),
  sbx_unknown: guideText.guided.start(4),
  sbx_suspended: `${X_APPEAL_LINK.name}（新しいタブで開きます）`,
  sbx_protected: logText.check,
  sbx_no_posts: state.otherName,
  sbx_limit_user: text.action.retry,
  sbx_limit_posts: text.action.retry,
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
    ['sandbox', state.not_found.demo, TIME],
    ['x-api', state.not_found.about, resultText.asked(TIME)],
  ])(
    'the result card of an account that %s does not have says so once, and why that may be',
    async (upstream, about, time) => {
      expect(await cardOf('nobody_here', upstream)).toEqual([
        state.not_found.title,
        about,
        `@nobody_here${time}`,
        state.editName,
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
