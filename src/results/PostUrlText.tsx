import type { RefObject } from 'react'
import { parsePostUrl } from '../../contract/PostUrl.ts'
import { OutLink } from '../ui/OutLink.tsx'
import { OpenLink } from './OpenLink.tsx'
import { postLink, shownUrl } from './postLink.ts'
import styles from './ResultRow.module.css'

type PostUrlTextProps = {
  url: string
  author: string | undefined
  place?: RefObject<HTMLParagraphElement | null>
}

/** A post without a preview. For the account's own posts a short link suffices; for others the URL is shown, even a malformed one. */
export function PostUrlText({ url, author, place }: PostUrlTextProps) {
  const href = postLink(url)
  if (!href) return <p className={styles['url']}>{shownUrl(url)}</p>
  const name = parsePostUrl(url)?.name
  const own = author !== undefined && name?.toLowerCase() === author.toLowerCase()
  if (own) return <OpenLink href={href} place={place} />
  return (
    <p ref={place} className={styles['url']}>
      <OutLink href={href}>
        <Address url={shownUrl(url)} />
      </OutLink>
    </p>
  )
}

/** An address that breaks in front of its last part, and inside it only when that is longer than any id. */
function Address({ url }: { url: string }) {
  const [, front = '', id = ''] = /^(.*\/)(\d{1,19})$/.exec(url) ?? [url, url]
  return (
    <>
      {front}
      <wbr />
      <span className="unbroken">{id}</span>
    </>
  )
}
