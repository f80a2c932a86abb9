import { text } from '../../../src/text/ja.ts'
import { resultText } from '../../../src/text/result.ts'
import { journey } from '../Journey.ts'
import { EXCLUDED_POST, FOUND_POST, checkPosts, shownRows } from '../steps.ts'

export const postJourneys = [
  journey('two posts are checked, and their history opened', async (visitor) => {
    await checkPosts(visitor, [FOUND_POST, EXCLUDED_POST])
    await visitor.sees(resultText.postsVerdict.excluded(1))
    await visitor.press(resultText.share.more)
    await visitor.press(text.history.open)
    await visitor.sees(text.history.h1)
    await visitor.until('2 rows', shownRows, 2)
    await visitor.session.go(await visitor.session.evaluate(() => location.href))
    await visitor.until('2 rows after a reload', shownRows, 2)
  }),
  journey('pasted URLs spread over rows', async (visitor) => {
    await visitor.open('/tweetcheck')
    // What an earlier journey wrote is kept.
    await visitor.session.evaluate(() => sessionStorage.clear())
    await visitor.open('/tweetcheck')
    await visitor.session.evaluate((urls: string) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', urls)
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      // WebKit leaves out the clipboard of an event that a script makes.
      if (!paste.clipboardData?.types.length)
        Object.defineProperty(paste, 'clipboardData', { value: clipboardData })
      document.querySelector('main input')?.dispatchEvent(paste)
    }, `${FOUND_POST}\n${EXCLUDED_POST}`)
    await visitor.until(
      'both rows',
      (wanted: string) => {
        const values = [...document.querySelectorAll('input')].map(({ value }) => value)
        return values.filter(Boolean).join(' ') === wanted
      },
      `${FOUND_POST} ${EXCLUDED_POST}`,
    )
    await visitor.press(text.post.submit)
    await visitor.sees(resultText.postsVerdict.excluded(1))
  }),
]
