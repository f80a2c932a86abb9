import { GROUP_STYLES } from '../../src/results/groups.ts'
import { parse } from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { RunOutcome } from '../../src/profiler/automation/automation.ts'
import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { logText } from '../../src/text/log.ts'
import { resultText } from '../../src/text/result.ts'
import { areTextsShown } from '../areTextsShown.ts'
import { openGate } from './Gate.ts'
import type { Gate } from './Gate.ts'
import type { Lack, Launch, Session, Visitor } from './Visitor.ts'
import { checkInFrame, fits, isHydrated, openNarrow, visitorOf } from './Visitor.ts'

/** Posts of the sandbox: the last digits of an id choose what is found out about it. */
const FOUND_POST = 'https://x.com/sbx_clear/status/1980000000000000000'
const EXCLUDED_POST = 'https://x.com/sbx_clear/status/1980000000000000007'

/** Engines, four at most in a run, in which they take turns. */
const ENGINES = [
  ['rolled', 'unrolled', 'scalar', 'javascript'],
  ['page', 'hash-wasm', 'subtle'],
] as const

/** What differs from engine to engine: what it lacks, how it cuts connections and keeps pages, its script engine and its layout. */
export function describeJourneys(launch: Launch): void {
  let gate: Gate
  beforeAll(async () => {
    gate = await openGate(inject('site'))
  })
  afterAll(() => gate[Symbol.asyncDispose]())
  beforeEach(() => gate.reset())

  /** Journeys in one browser that was started so, each with whoever takes it. */
  const browser = (lack: Lack, journeys: (visitor: () => Visitor) => void) =>
    describe(`a browser that lacks ${lack}`, () => {
      let session: Session
      beforeAll(async () => {
        session = await launch(lack)
      })
      afterAll(() => session.close())
      journeys(() => visitorOf(session, gate))
    })

  browser('nothing', (visitor) => {
    it('a check can be cancelled while it runs, and another one started', async () => {
      const { press, until, write, sees } = await checkAccount(visitor(), 'sbx_slow', text.phase.server)
      await press(text.action.cancel)
      await until('no progress', () => document.querySelector('progress') === null)
      await write(text.form.user.label, 'sbx_all_bans')
      await press(text.form.user.submit)
      await sees(resultText.verdict.found(4))
    })

    it.each([
      [360, 740],
      [1280, 800],
    ])(
      'Back and Forward return to the place on results, the log, the report and /pow, in a window of %i × %i',
      async (width, height) => {
        const { open, press, session, until } = visitor()
        await open('/')
        await session.resize(width, height)
        await until('a window of this kind', isWide, width > height)
        const posts = Array.from({ length: 20 }, (_, index) => (index % 2 ? EXCLUDED_POST : FOUND_POST))
        const places: Record<string, () => Promise<unknown>> = {
          'the log': () => open('/log'),
          'the report': () => open('/report'),
          '/pow': () => open('/pow'),
          'results of posts': async () => {
            // The tab keeps the rows of an earlier check.
            await session.evaluate(() => sessionStorage.clear())
            await open('/tweetcheck')
            await session.evaluate(
              paste,
              posts.map((url, index) => url.slice(0, -3) + String(index) + url.slice(-1)).join('\n'),
            )
            await press(text.post.submit)
            await until('20 results', shownRows, 20)
          },
          'saved results': async () => {
            await session.back()
            const path = await until('a saved address', savedPath)
            await open(path)
            await until('20 saved results', shownRows, 20)
          },
          'the answer on an account': async () => {
            await checkAccount(visitor(), 'sbx_mixed', resultText.list.title(20))
            await until('20 posts', shownRows, 20)
          },
        }
        for (const [name, show] of Object.entries(places)) {
          await show()
          await until(`all of ${name}`, () => document.querySelector('[data-unfinished]') === null)
          await session.evaluate(scrollFar)
          // They come as rows come near, and move what is below them.
          await until(`the posts' texts of ${name}`, areTextsShown)
          const { place, path } = await session.evaluate(followPrivacy)
          await until('the other page at its top', isAtTop, '/privacy', text.privacy)
          const read = await session.evaluate(scrollFar)
          await session.back()
          await until(`the place of ${name}: ${place}`, isAt, path, place)
          await until(`all of ${name}`, () => document.querySelector('[data-unfinished]') === null)
          await until(`the place of ${name}, whole: ${place}`, isAt, path, place)
          await session.evaluate(() => void setTimeout(() => history.forward()))
          await until(`the place of the other page after ${name}: ${read}`, isAt, '/privacy', read)
        }
      },
    )

    it('a check stays in the log of the device until the next visit', async () => {
      const { open, sees, until } = await checkAccount(
        visitor(),
        'sbx_search',
        resultText.verdict.foundOf(['Search Ban']),
      )
      await until('a check that is kept', isKept)
      await open('/log')
      await sees('@sbx_search')
      await sees(logText.h1)
    })

    it('the log can be read after a page that was still reading it was left', async () => {
      const { open, until } = visitor()
      gate.inject(endlessTransactions)
      await open('/log')
      await until('a transaction that never ends', () => 'endless' in document.documentElement.dataset)
      gate.reset()
      await open('/log')
      await until('a log that was read', () => document.querySelector('main input:enabled') !== null)
    })

    it('a check whose connection is cut while it waits for its answer can be retried', async () => {
      gate.hold(/check-by-user/)
      const { sees, press } = await checkAccount(visitor(), 'sbx_all_bans', text.phase.server)
      gate.cut()
      await sees(text.action.retry)
      gate.reset()
      await press(text.action.retry)
      await sees(resultText.verdict.found(4))
    })

    it.each(ENGINES)('/pow finds only right answers with the engines %s, %s, %s …', async (...engines) => {
      const { open } = visitor()
      const [first, ...others] = engines
      const against = others.map((engine) => `&against=engine:${engine}`).join('')
      await open(`/pow?difficulty=1&trials=60&lanes=2&engine=${first}${against}&autostart=1`)
      const result = await measuredOutcome(visitor())
      const found = [result, ...result.others].map(({ trials, summary }) => [trials.length, summary.wrong])
      expect(found).toEqual(engines.map(() => [60, 0]))
    })

    it('a result fits into 320 px with letters of twice the size', async () => {
      await openNarrow(visitor(), '/')
      await checkInFrame(visitor(), 'sbx_mixed', resultText.list.pinned)
      expect(await visitor().session.evaluate(fits)).toEqual([])
    })
  })

  // Its history holds nothing of the journeys above.
  browser('nothing', (visitor) => {
    it('a check is answered after a page that was left during its check comes back', async () => {
      const { open, press, sees, session, until, write } = visitor()
      // A challenge that nobody solves keeps the page busy with no call under way, so that browsers keep the page.
      const endless = JSON.stringify({ key: 'x'.repeat(48), value: 123_456_789 * 20 })
      gate.answer(/generate-keyvalue/, 200, endless, 'application/json')
      await open('/')
      await write(text.form.user.label, 'sbx_all_bans')
      await session.evaluate(leaveInMidCheck, text.form.user.submit)
      await until('the other page', () => location.pathname === '/tweetcheck')
      gate.reset()
      await session.back()
      await until('the page', () => location.pathname === '/' && document.readyState === 'complete')
      await until('a page that is alive', isHydrated)
      const isKept = await session.evaluate(() => 'leftInMidCheck' in document.documentElement.dataset)
      // A page that the browser has loaded again goes on with the check by itself.
      if (isKept) {
        await until('no progress', () => document.querySelector('progress') === null)
        await write(text.form.user.label, 'sbx_all_bans')
        await press(text.form.user.submit)
      }
      await sees(resultText.verdict.found(4))
    })

    it('a visitor can go back while the page is still fetching its files', async () => {
      const { open, session, until } = visitor()
      // A way back over a slow network: long enough for a page that loads itself again to block it. Firefox keeps no page that listens so.
      gate.delay(/^\/$/, 2500)
      gate.inject(() => addEventListener('beforeunload', () => undefined))
      await open('/')
      gate.hold(/PostCheckPage/)
      await session.evaluate(() => void setTimeout(() => (location.href = '/tweetcheck')))
      await until('the other page', () => location.pathname === '/tweetcheck')
      await until('a file on its way', () => document.querySelector('script[src]') !== null)
      await session.back()
      await until('the page', () => location.pathname === '/')
      await until('a page that is alive', isHydrated)
    })
  })

  browser('everything', (visitor) => {
    it('both kinds of check complete without WebAssembly, compiled scripts, storage, workers and crypto.subtle', async () => {
      gate.inject(noStorage)
      gate.inject(noSubtle)
      gate.forbidWorkers()
      gate.drop(/\/api\/ip/)
      await bothChecks(visitor())
      expect(await visitor().session.evaluate(() => typeof WebAssembly)).toBe('undefined')
    })
  })
}

async function bothChecks(visitor: Visitor): Promise<void> {
  await checkAccount(visitor, 'sbx_all_bans', resultText.verdict.found(4))
  await checkPosts(visitor, [EXCLUDED_POST])
  await visitor.sees(GROUP_STYLES.excluded.finding(1))
}

/** The result of the run that the page has begun. */
export async function measuredOutcome({ until }: Visitor) {
  const { result } = parse(RunOutcome, JSON.parse(await until('an outcome', outcomeInPage)))
  if (!result) throw new Error('The run failed')
  return result
}

/** Opens the account check, checks a name and waits for what is to be seen then. */
async function checkAccount(visitor: Visitor, name: string, seen: string): Promise<Visitor> {
  await visitor.open('/')
  await visitor.write(text.form.user.label, name)
  await visitor.press(text.form.user.submit)
  await visitor.sees(seen)
  return visitor
}

/** Opens the post check, writes the URLs and starts. */
async function checkPosts(visitor: Visitor, urls: readonly string[]): Promise<Visitor> {
  await visitor.open('/tweetcheck')
  for (const [index, url] of urls.entries()) {
    if (index > 0) await visitor.press(text.post.add)
    await visitor.write(postFormText.row.label(index + 1), url)
  }
  await visitor.press(text.post.submit)
  return visitor
}

// What follows runs in the page, each by itself.

/** Pastes into the first field. The event is made by hand, since not every engine lets a script make one with a clipboard. */
function paste(words: string): void {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { getData: () => words } })
  document.querySelector('main input')?.dispatchEvent(event)
}

/** Scrolls far down, and returns the place once the page has noticed it. */
async function scrollFar(): Promise<number> {
  const far = Math.floor((document.body.scrollHeight - innerHeight) * 0.7)
  if (far < 1 || far === scrollY) return scrollY
  const noticed = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
  scrollTo(0, far)
  await noticed
  return scrollY
}

/** Follows a link of the footer by script, because a driver would scroll to it. Returns where the page was when it was left. */
function followPrivacy(): { place: number; path: string } {
  const left = { place: scrollY, path: location.pathname }
  document.querySelector<HTMLElement>('footer a[href$="/privacy"]')?.click()
  return left
}

/** Whether there are two columns. A window of WebKit's cannot be as narrow as a phone, but has one. */
const isWide = (wide: boolean) => innerWidth >= 900 === wide

/** The path of the saved results that the page shows; null on other pages. */
const savedPath = () => (location.pathname.startsWith('/tweetcheck/history/') ? location.pathname : null)

const isAt = (path: string, place: number) => location.pathname === path && Math.abs(scrollY - place) < 1

/** Whether a page is shown from its top. Its address changes before its words come. */
function isAtTop(path: string, title: string): boolean {
  const shown = document.querySelector('h1')?.textContent?.replaceAll('\u200B', '')
  return location.pathname === path && shown === title && scrollY === 0
}

/** Whether so many judged posts are shown. */
function shownRows(count: number): boolean {
  const rows = [...document.querySelectorAll('li[data-group]')]
  return rows.filter((row) => row.getClientRects().length > 0).length === count
}

/** Whether the device keeps the check that is shown. */
function isKept(): boolean {
  return document.querySelector('[data-answer][data-kept]') !== null
}

/** Starts a check, and leaves the page when it has its challenge. */
function leaveInMidCheck(submit: string): void {
  const looking = setInterval(() => {
    const calls = performance.getEntriesByType('resource')
    if (!calls.some(({ name }) => name.endsWith('/api/generate-keyvalue'))) return
    // Its end tells afterwards that the page has rendered its return.
    if (!document.querySelector('progress')) return
    clearInterval(looking)
    document.documentElement.dataset['leftInMidCheck'] = ''
    location.href = '/tweetcheck'
  }, 10)
  const buttons = [...document.querySelectorAll('button')]
  buttons.find(({ textContent }) => textContent === submit)?.click()
}

/** Keeps each transaction open for as long as the page is there, by one request after another. */
function endlessTransactions(): void {
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...args) {
    const endless = transaction.apply(this, args)
    const [name] = endless.objectStoreNames
    const store = name && endless.objectStore(name)
    const goOn = () => {
      if (store) store.count().onsuccess = goOn
      document.documentElement.dataset['endless'] = ''
    }
    goOn()
    return endless
  }
}

function noSubtle(): void {
  Object.defineProperty(globalThis.Crypto.prototype, 'subtle', { get: () => undefined, configurable: true })
}

function noStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
      configurable: true,
    })
  }
}

/** In the page: the outcome of the run as JSON. Null until it has ended: not every driver waits for a promise. */
function outcomeInPage(): string | null {
  const scripted = window as never as { powRun?: PromiseLike<unknown>; outcome?: string }
  void scripted.powRun?.then((outcome) => (scripted.outcome = JSON.stringify(outcome)))
  return scripted.outcome ?? null
}
