import { text } from '../../src/text/ja.ts'
import { reportText } from '../../src/text/report.ts'
import {
  answering,
  checked,
  holding,
  keepingMonths,
  linked,
  open,
  pause,
  posted,
  press,
  reported,
  typed,
  unfolded,
} from './steps.ts'
import type { Reach } from './steps.ts'

const refusal = (code: string) => ({ message: 'refused', code })

/** Every state worth looking at, under the name of its pictures. A name that begins with "noscript" is opened without scripts. */
export const states = {
  home: open('/'),
  'home-typed': open('/', typed('sbx_mixed')),
  'home-fault': open('/', typed('hy-phen'), press(text.form.user.submit)),
  'home-unfolded': open('/', unfolded),
  'home-running': holding(
    'check-by-user',
    open('/', typed('sbx_clear'), press(text.form.user.submit), (page) =>
      page.getByText(text.phase.server).first().waitFor(),
    ),
  ),
  'noscript-home': open('/'),
  'noscript-posts': open('/tweetcheck'),
  'result-clear': checked('sbx_clear'),
  'result-clear-unfolded': checked('sbx_clear', unfolded),
  'result-suggestion': checked('sbx_suggestion'),
  'result-search': checked('sbx_search'),
  'result-search-unfolded': checked('sbx_search', unfolded),
  'result-ghost': checked('sbx_ghost'),
  'result-reply': checked('sbx_reply'),
  'result-all-bans': checked('sbx_all_bans', unfolded),
  'result-mixed': checked('sbx_mixed'),
  'result-unknown': checked('sbx_unknown'),
  'result-unknown-unfolded': checked('sbx_unknown', unfolded),
  'result-suspended': checked('sbx_suspended'),
  'result-protected': checked('sbx_protected'),
  'result-no-posts': checked('sbx_no_posts'),
  'result-not-found': checked('nobody_at_all'),
  'result-limit-user': checked('sbx_limit_user'),
  'result-limit-posts': checked('sbx_limit_posts'),
  'failed-500': checked('sbx_err_500'),
  'failed-502': checked('sbx_err_502'),
  'failed-budget': answering('check-by-user', 503, refusal('budget_spent'), checked('sbx_clear')),
  'failed-token': answering('check-by-user', 503, refusal('no_credentials'), checked('sbx_clear')),
  'failed-proof': answering(
    'generate-keyvalue',
    200,
    { key: 'a'.repeat(48), value: -1 },
    checked('sbx_clear'),
  ),
  posts: open('/tweetcheck'),
  'posts-filled': open(`/tweetcheck?${linked(3)}`),
  'posts-not-post': open('/tweetcheck?url=https://x.com/sbx_clear', pause, pause),
  'posts-many': open(`/tweetcheck?${linked(30)}`),
  'posts-too-many': open(`/tweetcheck?${linked(207)}`),
  'batch-one': posted(1),
  'batch-ten': posted(10),
  'batch-fifty': posted(50),
  'batch-running': holding(
    'check-batch',
    open(`/tweetcheck?${linked(3)}`, press(text.post.submit), (page) =>
      page.getByText(text.phase.server).first().waitFor(),
    ),
  ),
  'batch-failed': answering('check-batch', 500, refusal('internal'), posted(3)),
  'history-ten': posted(10, async (page) => {
    await page.getByRole('link', { name: text.history.open }).click()
    await page.getByRole('heading', { name: text.history.h1 }).waitFor()
    await page.waitForTimeout(700)
  }),
  'history-missing': open('/tweetcheck/history/AAAAAAAAAAAAAAAAAAAAAA'),
  report: open('/report'),
  'report-sample': open('/report', press(reportText.sample), pause),
  'report-sample-unfolded': open('/report', press(reportText.sample), unfolded),
  'report-fault': open('/report', reported('no report')),
  'report-months': open('/report', keepingMonths, pause),
  log: open('/log', pause),
  'log-entries': async (page) => {
    for (const name of ['sbx_mixed', 'sbx_all_bans', 'sbx_clear', 'sbx_all_bans']) await checked(name)(page)
    await open('/log', pause)(page)
  },
  pow: open('/pow'),
  'not-found': open('/no/such/page'),
} satisfies Record<string, Reach>
