import { createStore } from 'jotai/vanilla'
import { Provider } from 'jotai'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recordByBan } from '../../../contract/outcomes.ts'
import { AccountFailure, ResultDetails } from '../../../src/account/AccountResult.tsx'
import { enterAccountPageAtom, submitFormAtom } from '../../../src/account/accountAtoms.ts'
import { typeScreenNameAtom } from '../../../src/account/formAtoms.ts'
import type { AccountPageVariant } from '../../../src/account/checkAccount.ts'
import { OfflineError } from '../../../src/lib/loadChunk.ts'
import { guideText } from '../../../src/text/guide.ts'
import { text } from '../../../src/text/ja.ts'
import { resultText } from '../../../src/text/result.ts'
import { serveInProcess } from '../serveInProcess.ts'
import { finished } from './clearCheck.ts'
import type { clearCheck } from './clearCheck.ts'

beforeEach(() => void serveInProcess())
afterEach(() => void vi.unstubAllGlobals())

/** What the card says, without its tags, after a check on a page whose check is answered so. */
async function saysAfter(
  variant: AccountPageVariant,
  answer: () => Response,
  load: () => Promise<null> = async () => null,
  call = '/api/check-by-user',
): Promise<string> {
  const store = createStore()
  store.set(enterAccountPageAtom, variant, { load, loaded: () => null })
  const platformFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (input: Request) =>
    input.url.includes(call) ? answer() : await platformFetch(input),
  )
  store.set(typeScreenNameAtom, 'sbx_clear')
  await store.set(submitFormAtom)
  const page = (
    <Provider store={store}>
      <MemoryRouter>
        <AccountFailure />
      </MemoryRouter>
    </Provider>
  )
  return renderToStaticMarkup(page).replaceAll(/<[^>]+>/g, '')
}

const refusal = (status: number, code: string, seconds?: number) => () =>
  Response.json(
    { message: 'refused', code },
    { status, headers: seconds ? { 'Retry-After': String(seconds) } : {} },
  )

const { alert, action, post } = text

const nobody = () => {
  throw new TypeError('Failed to fetch')
}

/** The guide to all four items is offered without an answer, too. */
const guide = guideText.guided.start(4)

it.each([
  ['main', refusal(502, 'upstream', 30), alert.failed + alert.trouble(30) + action.retry],
  ['main', refusal(503, 'budget_spent'), alert.failed + alert.spent.budget(undefined) + post.check + guide],
  ['main', nobody, alert.failed + alert.trouble(undefined) + action.retry],
  // The sentence of the test variant already says to wait.
  ['test', refusal(502, 'upstream'), alert.failedCode + action.retry],
  ['test', refusal(503, 'operator_refused'), alert.failedCode + alert.operator + post.check + guide],
  ['test', nobody, alert.failed + alert.trouble(undefined) + action.retry],
] as const)(
  'the result on the %s page says what happened and what to do, and offers only that',
  async (variant, answer, said) => {
    expect(await saysAfter(variant, answer)).toBe(alert.title + said)
  },
)

it('in maintenance a check says what the operator wrote, whichever of its calls is refused', async () => {
  const closed = () => Response.json({ message: '正午に戻ります。', code: 'maintenance' }, { status: 503 })
  for (const call of ['/api/generate-keyvalue', '/api/check-by-user']) {
    const said = await saysAfter('main', closed, undefined, call)
    expect(said).toBe(alert.title + alert.failed + '正午に戻ります。' + action.retry)
  }
})

it('a check whose code could not be fetched shows the same message as any other check without a connection', async () => {
  const unloaded = async () => await Promise.reject(new OfflineError('No connection'))
  vi.stubGlobal('navigator', { onLine: false })
  const said = await saysAfter('main', refusal(502, 'upstream'), unloaded)
  expect(said).toBe(alert.title + alert.failed + alert.offline + action.retry)
})

/** The details of a result below its next step, with posts of these statuses. */
function detailsOf(statuses: readonly string[], bans: Partial<typeof clearCheck> = {}): string {
  vi.stubGlobal('location', new URL('https://site.test/'))
  const tweets = statuses.map((status) => ({ url: 'https://x.com/taro/status/1', status }))
  const check = finished({ ...bans, tweets } as Partial<typeof clearCheck>, { posts: true })
  return renderToStaticMarkup(
    <MemoryRouter>
      <ResultDetails check={check} />
    </MemoryRouter>,
  )
}

/** What a server leaves unjudged that only looks for posts in X's search. */
const SEARCH_ALONE = { search_suggestion_ban: null, ghost_ban: null, reply_deboosting: null }

it.each([
  ['nothing was found', ['AVAILABLE', 'AVAILABLE'], {}, true],
  ['a post is missing in search', ['AVAILABLE', 'FORBIDDEN'], {}, false],
  ['most items were not judged', ['AVAILABLE', 'AVAILABLE'], SEARCH_ALONE, false],
])(
  'sharing is the filled button only if nothing is wrong, and most is known: %s',
  (_, statuses, bans, leads) => {
    expect(detailsOf(statuses, bans)).toContain(`data-leads="${leads}"`)
  },
)

it('an item of an account that cannot be judged is named; what it means is said once, inside', () => {
  const { gloss, about } = resultText.ban.ghost_ban
  const words = (bans: Partial<typeof clearCheck>) => detailsOf([], bans).replaceAll(/<[^>]+>/g, '')
  expect(words({})).toContain(gloss)
  expect(words({ suspend: true })).not.toContain(gloss)
  expect(words({ suspend: true })).toContain(about)
})

it('an item names how many posts were found, also if only some were', () => {
  const words = (found: number) => {
    const none = { method: null, reason: null }
    const search_ban = { method: 'recent_search' as const, reason: null, looked: 5, found, time: 1 }
    const evidence = { time: 1, items: { ...recordByBan(() => none), search_ban } }
    return detailsOf([], { evidence }).replaceAll(/<[^>]+>/g, '')
  }
  expect(words(5)).toContain(guideText.evidence.counted(5, 5))
  expect(words(3)).toContain(resultText.ban.some)
  expect(words(3)).toContain(guideText.evidence.counted(5, 3))
})

it('the guide is offered below the items only if the button beside the verdict leads elsewhere', () => {
  const offersAfter = (status: string) =>
    detailsOf([status], SEARCH_ALONE)
      .replaceAll(/<[^>]+>/g, '')
      .includes(guideText.guided.start(3))
  expect(offersAfter('AVAILABLE')).toBe(false)
  expect(offersAfter('FORBIDDEN')).toBe(true)
})
