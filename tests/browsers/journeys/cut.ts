import { text } from '../../../src/text/ja.ts'
import { resultText } from '../../../src/text/result.ts'
import { journey } from '../Journey.ts'
import { isAlive } from '../Visitor.ts'
import type { Visitor } from '../Visitor.ts'
import { EXCLUDED_POST, checkAccount, checkPosts } from '../steps.ts'

/** After a cut: the page says that it failed, and goes on when the visitor presses the button once more. */
async function recover(visitor: Visitor, seen: string): Promise<void> {
  await visitor.sees(text.action.retry)
  visitor.gate.reset()
  await visitor.press(text.action.retry)
  await visitor.sees(seen)
}

export const cutJourneys = [
  journey('the connection is cut at the tap, and the check tried again', async (visitor) => {
    // After a whole check its files are there: one that is cut off is another story, since the page is then loaded again.
    await checkAccount(visitor, 'sbx_clear', resultText.verdict.none)
    await visitor.press(text.form.user.another)
    await visitor.write(text.form.user.label, 'sbx_all_bans')
    visitor.gate.cut()
    await visitor.press(text.form.user.submit)
    await recover(visitor, resultText.verdict.found(4))
  }),
  journey('the connection is cut before there is a challenge, and the check tried again', async (visitor) => {
    visitor.gate.hold(/generate-keyvalue/)
    await checkAccount(visitor, 'sbx_all_bans', text.phase.challenge)
    visitor.gate.cut()
    await recover(visitor, resultText.verdict.found(4))
  }),
  journey('the connection is cut while an answer is awaited, and the check tried again', async (visitor) => {
    visitor.gate.hold(/check-by-user/)
    await checkAccount(visitor, 'sbx_all_bans', text.phase.server)
    visitor.gate.cut()
    await recover(visitor, resultText.verdict.found(4))
  }),
  journey('a refused check is tried again', async (visitor) => {
    visitor.gate.answer(/generate-keyvalue/, 500, '{"message":"broken"}', 'application/json')
    await checkAccount(visitor, 'sbx_all_bans', text.alert.failed)
    await recover(visitor, resultText.verdict.found(4))
  }),
  journey('a batch is cut while its answer is awaited, and tried again', async (visitor) => {
    visitor.gate.hold(/check-batch/)
    await checkPosts(visitor, [EXCLUDED_POST])
    await visitor.sees(text.phase.server)
    visitor.gate.cut()
    await recover(visitor, resultText.postsVerdict.excluded(1))
  }),
  journey('a page that was left in mid-check comes back alive and takes a new check', async (visitor) => {
    // A challenge that nobody solves keeps the page busy with no call under way, so that browsers keep the page.
    const endless = JSON.stringify({ key: 'x'.repeat(48), value: 123_456_789 * 20 })
    visitor.gate.answer(/generate-keyvalue/, 200, endless, 'application/json')
    await visitor.open('/')
    await visitor.write(text.form.user.label, 'sbx_all_bans')
    await visitor.session.evaluate((submit: string) => {
      const looking = setInterval(() => {
        const calls = performance.getEntriesByType('resource')
        if (!calls.some(({ name }) => name.endsWith('/api/generate-keyvalue'))) return
        // Its end tells afterwards that the page has rendered its return, or was loaded again.
        if (!document.querySelector('progress')) return
        clearInterval(looking)
        location.href = '/tweetcheck'
      }, 10)
      const buttons = [...document.querySelectorAll('button')]
      buttons.find(({ textContent }) => textContent === submit)?.click()
    }, text.form.user.submit)
    await visitor.until('the other page', () => location.pathname === '/tweetcheck')
    visitor.gate.reset()
    await visitor.session.back()
    await visitor.until('the page', () => location.pathname === '/' && document.readyState === 'complete')
    await visitor.until('no progress', () => document.querySelector('progress') === null)
    // It may have been loaded again.
    await visitor.until('a page that is alive', isAlive)
    await visitor.write(text.form.user.label, 'sbx_all_bans')
    await visitor.press(text.form.user.submit)
    await visitor.sees(resultText.verdict.found(4))
  }),
  journey('a page that comes back to a device that stands still is not loaded again', async (visitor) => {
    visitor.gate.hold(/generate-keyvalue/)
    await checkAccount(visitor, 'sbx_all_bans', text.phase.challenge)
    // The page is told of its return, since a real one cannot be told to meet a device that stands still.
    await visitor.session.evaluate(async () => {
      document.documentElement.dataset['here'] = ''
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      const stillUntil = performance.now() + 2500
      while (performance.now() < stillUntil);
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    await visitor.until('no progress', () => document.querySelector('progress') === null)
    await visitor.until('the same page', () => 'here' in document.documentElement.dataset)
  }),
  journey('who goes back while the page is still fetching its files leaves it', async (visitor) => {
    // A way back over a slow network: long enough for a page that loads itself again to block it. Firefox keeps no page that listens so.
    visitor.gate.delay(/^\/$/, 2500)
    visitor.gate.inject(() => addEventListener('beforeunload', () => undefined))
    await visitor.open('/')
    visitor.gate.hold(/PostCheckPage/)
    await visitor.session.evaluate(() => void setTimeout(() => (location.href = '/tweetcheck')))
    await visitor.until('the other page', () => location.pathname === '/tweetcheck')
    await visitor.until('a file on its way', () => document.querySelector('script[src]') !== null)
    await visitor.session.back()
    await visitor.until('the page', () => location.pathname === '/')
    await visitor.until('a page that is alive', isAlive)
  }),
]
