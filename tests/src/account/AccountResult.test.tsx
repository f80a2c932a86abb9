import { createStore } from 'jotai/vanilla'
import { Provider } from 'jotai'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AccountFailure, ResultDetails } from '../../../src/account/AccountResult.tsx'
import { enterAccountPageAtom, submitFormAtom } from '../../../src/account/accountAtoms.ts'
import { typeScreenNameAtom } from '../../../src/account/formAtoms.ts'
import type { AccountPageVariant } from '../../../src/account/checkAccount.ts'
import { OfflineError } from '../../../src/lib/loadChunk.ts'
import { guideText } from '../../../src/text/guide.ts'
import { text } from '../../../src/text/ja.ts'
import { serveInProcess } from '../serveInProcess.ts'
import { clearCheck, finished } from './clearCheck.ts'

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

it.each([
  ['nothing was found', ['AVAILABLE', 'AVAILABLE'], true],
  ['a post is missing in search', ['AVAILABLE', 'FORBIDDEN'], false],
])('sharing is the filled button only if nothing is wrong: %s', (_, statuses, leads) => {
  vi.stubGlobal('location', new URL('https://site.test/'))
  const tweets = statuses.map((status) => ({ url: 'https://x.com/taro/status/1', status }))
  const check = finished({ ...clearCheck, tweets } as typeof clearCheck, { variant: 'main', posts: true })
  const page = (
    <MemoryRouter>
      <ResultDetails check={check} />
    </MemoryRouter>
  )
  expect(renderToStaticMarkup(page)).toContain(`data-leads="${leads}"`)
})
