import type { RefObject } from 'react'
import { parsePostUrl } from '../../contract/PostUrl.ts'
import { isSameName } from './isSameName.ts'
import { postLink, shownUrl } from './postLink.ts'
import styles from './ResultRow.module.css'

type PostUrlTextProps = {
  url: string
  author: string | undefined
  withUrls: boolean
  place?: RefObject<HTMLParagraphElement | null>
}

/** What stands for a post without a preview: its URL, even a malformed one. An account's own posts need none, for their link is above. */
export function PostUrlText({ url, author, withUrls, place }: PostUrlTextProps) {
  const name = parsePostUrl(url)?.name
  const isNamed = author !== undefined && isSameName(name, author) && postLink(url) !== null
  return (
    <p ref={place} className={styles['url']} data-awaits={place !== undefined}>
      {(withUrls || !isNamed) && <Address url={shownUrl(url)} />}
    </p>
  )
}

/** An address that breaks in front of its last part, and inside it only when that is longer than any id. */
function Address({ url }: { url: string }) {
  const [, front = '', id = ''] = /^(.*\/)(\d{1,19})$/.exec(url) ?? [url, url]
  return (
    <span>
      {front}
      <wbr />
      <span className="unbroken">{id}</span>
    </span>
  )
}
