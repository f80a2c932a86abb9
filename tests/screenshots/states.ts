import { causeRow } from '../../contract/reasons.ts'
import { SANDBOX_REASONS } from '../../server/upstream/sandboxPosts.ts'
import { filesText } from '../../src/text/files.ts'
import { guideText } from '../../src/text/guide.ts'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { postSearchText } from '../../src/text/postSearch.ts'
import { powText } from '../../src/text/pow.ts'
import { reportText } from '../../src/text/report.ts'
import { resultText } from '../../src/text/result.ts'
import { undoText } from '../../src/text/undo.ts'
import { everyLabelReport } from '../e2e/steps.ts'
import {
  answering,
  cameBack,
  checked,
  countriesReport,
  manyRuns,
  holding,
  itemsOpened,
  judged,
  keepingMonths,
  linked,
  measured,
  open,
  overlaid,
  pause,
  posted,
  press,
  reported,
  startIncluded,
  ticked,
  typed,
  unfolded,
} from './steps.ts'
import type { Reach } from './steps.ts'

/** A server that X lets search no more for a while, and its last hours. */
const HOUR_MS = 3_600_000
const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
const limited = {
  bans: ['search_ban'],
  posts: 'search',
  search: { state: 'limited', time: Date.now(), until: Date.now() + 600_000 },
}
const hours = Array.from({ length: 24 }, (_, index) => ({
  from: hour - (23 - index) * HOUR_MS,
  ok: ((index * 7) % 4) * 10,
  blind: index % 5 === 0 ? 20 : 0,
  limited: index > 20 ? 10 : 0,
}))

/** Three posts as other servers answer. */
const withoutEvidence = {
  results: ['AVAILABLE', 'FORBIDDEN', 'UNKNOWN'].map((status, index) => ({
    url: `https://x.com/sbx_clear/status/199000000000000000${index}`,
    status,
  })),
  sessionId: '',
}
/** Posts of another author than their URLs say, and of none whom X named; one that the check did not search for. */
const otherAuthors = {
  results: [
    {
      status: 'AVAILABLE',
      evidence: { visible: true, found: true, reason: null, author: 'sbx_mixed', time: Date.now() },
    },
    { status: 'UNSEARCHED', evidence: { visible: true, found: null, reason: { cause: 'no_author' } } },
    {
      status: 'UNSEARCHED',
      evidence: {
        visible: true,
        found: null,
        reason: { cause: 'not_asked' },
        author: 'sbx_clear',
        quote: 'unknown',
      },
    },
  ].map((result, index) => ({
    url: `https://x.com/typed_name/status/199000000000000000${index}`,
    ...result,
  })),
  sessionId: '',
}

const refusal = (code: string) => ({ message: 'refused', code })

/** A log with checks of several accounts, and of posts. */
const logged: Reach = async (page) => {
  for (const name of ['sbx_mixed', 'sbx_all_bans', 'sbx_clear', 'sbx_all_bans', 'sbx_partly', 'sbx_withheld'])
    await checked(name)(page)
  await judged(['05'], unfolded)(page)
  await page.getByRole('radio', { name: postSearchText.see.answers.seen }).check()
  await pause(page)
  await open('/log', pause)(page)
}

/** An account's answer as a server gives it that asks X: without the mark of the demo. */
const fromX = (name: string): Reach => {
  const reach = checked(name)
  return async (page) => {
    await page.route('**/api/check-by-user', async (route) =>
      route.fulfill({ json: await (await route.fetch()).json() }),
    )
    await reach(page)
  }
}

/** A check whose call is under way. */
const running: Reach = (page) => page.getByText(text.phase.server).first().waitFor()

/** Every state worth looking at, under the name of its pictures. A name that begins with "noscript" is opened without scripts. */
export const states = {
  home: open('/'),
  'home-few': answering('capabilities', 200, { bans: ['search_ban'], posts: 'visibility' }, open('/', pause)),
  'home-search-limited': answering('capabilities', 200, limited, open('/', pause)),
  'home-untold': answering('capabilities', 404, {}, open('/', pause)),
  'home-fault': open('/', typed('hy-phen'), press(text.form.user.submit)),
  'home-unfolded': open('/', unfolded),
  'home-earlier': checked('sbx_mixed', cameBack),
  'home-earlier-bans': checked('sbx_all_bans', cameBack),
  'home-earlier-plan': checked('sbx_search', unfolded, ticked, cameBack),
  'home-running': holding(
    'check-by-user',
    open('/', typed('sbx_clear'), press(text.form.user.submit), running),
  ),
  'noscript-home': open('/'),
  'noscript-posts': open('/tweetcheck'),
  'result-clear': checked('sbx_clear'),
  'result-clear-unfolded': checked('sbx_clear', unfolded),
  'result-found': checked('sbx_search'),
  'result-search-unfolded': checked('sbx_search', unfolded),
  'result-search-opened': checked('sbx_search', itemsOpened),
  'result-all-bans': checked('sbx_all_bans', unfolded),
  'result-mixed': checked('sbx_mixed'),
  'result-mixed-unfolded': checked('sbx_mixed', unfolded),
  'result-unknown-unfolded': checked('sbx_unknown', unfolded),
  'result-search-only': checked('sbx_search_only'),
  'result-search-only-unfolded': checked('sbx_search_only', unfolded),
  'result-search-only-opened': checked('sbx_search_only', itemsOpened),
  'result-guided': checked('sbx_search_only', press(guideText.guided.start(3))),
  'result-guide-end': checked(
    'sbx_search_only',
    press(guideText.guided.start(3)),
    press(resultText.ban.search_suggestion_ban.answers.unseen),
    press(resultText.ban.ghost_ban.answers.seen),
    press(resultText.ban.reply_deboosting.answers.unsure),
  ),
  'result-more': checked('sbx_clear', press(text.more)),
  'result-partly-unfolded': checked('sbx_partly', unfolded),
  'result-no-control-unfolded': checked('sbx_no_control', unfolded),
  'result-friend': checked('sbx_search_only', press(guideText.friend.action), pause),
  'result-withheld': checked('sbx_withheld'),
  'result-from-x': fromX('sbx_search'),
  'result-missing': checked('sbx_nobody'),
  'result-suspended': checked('sbx_suspended'),
  'result-protected': checked('sbx_protected'),
  'result-no-posts': checked('sbx_no_posts'),
  'result-no-new-posts': checked(
    `sbx_reason_${SANDBOX_REASONS.findIndex(({ cause }) => cause === 'no_posts')}`,
  ),
  'result-limit-user': checked('sbx_limit_user'),
  'result-limit-posts': checked('sbx_limit_posts'),
  'failed-500': checked('sbx_err_500'),
  'failed-budget': answering('check-by-user', 503, refusal('budget_spent'), checked('sbx_clear')),
  'failed-proof': answering(
    'generate-keyvalue',
    200,
    { key: 'a'.repeat(48), value: -1 },
    checked('sbx_clear'),
  ),
  posts: open('/tweetcheck', pause),
  'posts-search-limited': answering('capabilities', 200, limited, open('/tweetcheck', pause)),
  'posts-not-post': open('/tweetcheck?url=https://x.com/sbx_clear&url=hello', pause, pause),
  'posts-mistakes': open(
    `/tweetcheck?${linked(2)}&${linked(1)}&url=hello&url=https://x.com/sbx_clear/status/1/${'x'.repeat(400)}`,
    pause,
  ),
  'posts-many': open(`/tweetcheck?${linked(30)}`),
  'posts-too-many': open(`/tweetcheck?${linked(207)}`),
  'batch-ten': posted(10),
  'batch-more': posted(10, press(text.more), pause),
  'batch-compared': async (page) => {
    await posted(10)(page)
    await posted(10)(page)
  },
  'batch-saved': posted(3, press(filesText.csv), pause),
  'batch-reasons': judged(
    SANDBOX_REASONS.flatMap(({ cause }, number) => (causeRow(cause).of === 'account' ? [] : [`${number}5`])),
  ),
  'batch-reasons-unfolded': judged(['04', '05', '07'], unfolded),
  'batch-sought': judged(['04', '05', '07'], unfolded, async (page) => {
    await page.getByRole('radio', { name: postSearchText.see.answers.unseen }).first().check()
    await pause(page)
  }),
  'batch-no-evidence': answering('check-batch', 200, withoutEvidence, posted(3)),
  'batch-authors': answering('check-batch', 200, otherAuthors, posted(3)),
  'batch-running': holding('check-batch', open(`/tweetcheck?${linked(3)}`, press(text.post.submit), running)),
  'batch-failed': answering('check-batch', 500, refusal('internal'), posted(3)),
  'history-ten': posted(10, press(text.more), async (page) => {
    await page.getByRole('link', { name: resultText.history.open }).click()
    await page.getByRole('heading', { name: resultText.history.h1 }).waitFor()
    await pause(page)
  }),
  'history-missing': open('/tweetcheck/history/AAAAAAAAAAAAAAAAAAAAAA'),
  report: open('/report'),
  'report-sample': open('/report', press(reportText.sample), pause),
  'report-sample-unfolded': open('/report', press(reportText.sample), unfolded),
  'report-countries': open('/report', reported(countriesReport), pause),
  'report-every-label': open('/report', reported(everyLabelReport), pause, unfolded),
  'report-fault': open('/report', reported('no report')),
  'report-months': open('/report', keepingMonths, pause),
  how: open('/how', pause),
  'how-search': answering(
    'capabilities',
    200,
    limited,
    answering('search-health', 200, { now: limited.search, hours }, open('/how', pause)),
  ),
  log: open('/log', pause),
  'log-off': open('/log', pause, async (page) => {
    await page.getByLabel(logText.keep).uncheck()
    await page.getByText(logText.empty.whileOff).waitFor()
  }),
  'log-entries': logged,
  'log-restored': async (page) => {
    await logged(page)
    await press(logText.removeAll)(page)
    await press(undoText.undo)(page)
    await pause(page)
  },
  privacy: open('/privacy'),
  pow: open('/pow'),
  'pow-result': open('/pow?difficulty=3&trials=200&autostart=1', measured),
  'pow-result-unfolded': open('/pow?difficulty=2&trials=60&autostart=1', measured, unfolded),
  'pow-saved': open(
    '/pow?difficulty=2&trials=60&autostart=1',
    measured,
    press(text.more),
    press(powText.runs.csv),
    pause,
  ),
  'pow-settings': open('/pow?engine=scalar&against=same&lanes=1'),
  'pow-refused-settings': open('/pow?difficulty=5&trials=99999&lanes=99&seed=x&autostart=1', pause),
  'pow-paused': open('/pow?difficulty=5&trials=300&autostart=1', press(powText.action.pause), pause),
  'pow-difficulty': open('/pow?difficulty=3&trials=200&autostart=1', measured, startIncluded),
  'pow-compared': open('/pow?difficulty=3&trials=60&label=A&autostart=1', measured, overlaid),
  'pow-compared-unfolded': open(
    '/pow?difficulty=3&trials=60&label=A&autostart=1',
    measured,
    overlaid,
    unfolded,
  ),
  'pow-asks-to-send': open(
    '/pow?difficulty=2&trials=60&autostart=1&post=https://example.com/collect',
    measured,
    pause,
  ),
  'pow-turns': open('/pow?difficulty=3&trials=120&against=lanes:1&autostart=1', measured),
  'pow-runs': open('/pow?difficulty=3&trials=60&lanes=1&autostart=1', measured, manyRuns),
  'pow-sustained': open('/pow?difficulty=3&trials=60&sustain=20&autostart=1', measured),
  'not-found': open('/no/such/page'),
} satisfies Record<string, Reach>
