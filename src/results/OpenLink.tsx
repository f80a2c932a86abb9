import type { RefObject } from 'react'
import { resultText } from '../text/result.ts'
import { OutLink } from '../ui/OutLink.tsx'
import styles from './ResultRow.module.css'

type OpenLinkProps = { href: string; place?: RefObject<HTMLParagraphElement | null> | undefined }

/** A link to a post on X: beside its date where the row has room, else on the row's last line. */
export function OpenLink({ href, place }: OpenLinkProps) {
  return (
    <p ref={place} className={styles['open']}>
      <OutLink href={href}>{resultText.list.openShort}</OutLink>
    </p>
  )
}
