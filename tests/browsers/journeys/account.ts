import { SANDBOX_ACCOUNTS } from '../../../contract/sandboxAccounts.ts'
import type { SandboxName } from '../../../contract/sandboxAccounts.ts'
import { guideText } from '../../../src/text/guide.ts'
import { text } from '../../../src/text/ja.ts'
import { resultText } from '../../../src/text/result.ts'
import { journey } from '../Journey.ts'
import { checkAccount, shownRows } from '../steps.ts'

/** What each of the sandbox's accounts shows. */
const SHOWN = {
  sbx_clear: resultText.verdict.none,
  sbx_suggestion: resultText.verdict.found(1),
  sbx_search: resultText.verdict.found(1),
  sbx_ghost: resultText.verdict.found(1),
  sbx_reply: resultText.verdict.found(1),
  sbx_all_bans: resultText.verdict.found(4),
  sbx_mixed: resultText.list.title,
  sbx_search_only: resultText.verdict.noneOf([resultText.ban.search_ban.name]),
  sbx_partly: resultText.badge.restricted,
  sbx_no_control: resultText.badge.unsearched,
  sbx_too_close: resultText.verdict.unknown,
  sbx_withheld: resultText.verdict.none,
  sbx_unknown: resultText.verdict.unknown,
  sbx_suspended: resultText.state.suspend.title,
  sbx_protected: resultText.state.protect.title,
  sbx_no_posts: resultText.state.no_tweet.title,
  sbx_limit_user: resultText.state.rateLimit,
  sbx_limit_posts: resultText.state.rateLimit,
  sbx_slow: resultText.verdict.none,
  sbx_err_500: text.alert.failed,
  sbx_err_502: text.alert.failed,
} as const satisfies Record<SandboxName, string>

export const accountJourneys = [
  ...SANDBOX_ACCOUNTS.map(({ name, state }) =>
    journey(`the account ${name} shows: ${state}`, (visitor) => checkAccount(visitor, name, SHOWN[name])),
  ),
  journey('the latest posts are filtered by what was found', async (visitor) => {
    await checkAccount(visitor, 'sbx_mixed', resultText.list.title)
    await visitor.until('the excluded rows and ten others', shownRows, 13)
    await visitor.until(
      'the pinned post',
      (pinned: string) => {
        // Browsers leave out what is far from the window until it comes near.
        const row = [...document.querySelectorAll('li[data-group]')].find((row) =>
          row.textContent.includes(pinned),
        )
        row?.scrollIntoView()
        return row instanceof HTMLElement && row.innerText.includes(pinned)
      },
      resultText.list.pinned,
    )
    await visitor.press(resultText.badge.ok)
    await visitor.until('the rows without those that are found', () => {
      const rows = [...document.querySelectorAll('li[data-group]')]
      const shown = rows.filter((row) => row.getClientRects().length > 0)
      return shown.length > 0 && shown.every((row) => row.getAttribute('data-group') !== 'ok')
    })
    await visitor.press(resultText.badge.ok)
    await visitor.until('the same rows again', shownRows, 13)
  }),
  journey('a guided check leads through what was not judged', async (visitor) => {
    const { guided, see } = guideText
    await checkAccount(visitor, 'sbx_search_only', SHOWN.sbx_search_only)
    await visitor.press(guided.start)
    await visitor.sees(guided.progress(1, 3))
    await visitor.press(see.answers('search_suggestion_ban').unseen)
    await visitor.sees(guided.progress(2, 3))
    await visitor.press(see.answers('ghost_ban').seen)
    await visitor.press(see.answers('reply_deboosting').unseen)
    await visitor.press(guided.close)
    await visitor.sees('あなたの確認：押すと見えた')
  }),
  journey('a running check is cancelled, and another one begun', async (visitor) => {
    await checkAccount(visitor, 'sbx_slow', text.phase.server)
    await visitor.press(text.action.cancel)
    await visitor.until('no progress', () => document.querySelector('progress') === null)
    await visitor.write(text.form.user.label, 'sbx_all_bans')
    await visitor.press(text.form.user.submit)
    await visitor.sees(resultText.verdict.found(4))
  }),
]
