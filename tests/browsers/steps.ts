import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import type { Visitor } from './Visitor.ts'

/** Posts of the sandbox: the last digits of an id choose what is found out about it. */
export const FOUND_POST = 'https://x.com/sbx_clear/status/1980000000000000000'
export const EXCLUDED_POST = 'https://x.com/sbx_clear/status/1980000000000000007'

/** Opens the account check, checks a name and waits for what is to be seen then. */
export async function checkAccount(visitor: Visitor, name: string, seen: string): Promise<void> {
  await visitor.open('/')
  await visitor.write(text.form.user.label, name)
  await visitor.press(text.form.user.submit)
  await visitor.sees(seen)
}

/** Opens the post check, writes the URLs and starts. */
export async function checkPosts(visitor: Visitor, urls: readonly string[]): Promise<void> {
  await visitor.open('/tweetcheck')
  for (const [index, url] of urls.entries()) {
    if (index > 0) await visitor.press(text.post.add)
    await visitor.write(postFormText.row.label(index + 1), url)
  }
  await visitor.press(text.post.submit)
}

/** In the page: whether so many judged posts are shown. */
export function shownRows(count: number): boolean {
  const rows = [...document.querySelectorAll('li[data-group]')]
  return rows.filter((row) => row.getClientRects().length > 0).length === count
}
