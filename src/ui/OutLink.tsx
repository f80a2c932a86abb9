import type { ReactNode } from 'react'
import { text } from '../text/ja.ts'
import styles from './OutLink.module.css'

/** A link that leaves the site, in a new tab, and says so. */
export function OutLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={styles['link']} href={href} target="_blank" rel="noopener noreferrer">
      <span>
        {children}
        <span className="visually-hidden">{text.newTab}</span>
        <span aria-hidden="true" className={styles['arrow']}>
          ↗
        </span>
      </span>
    </a>
  )
}
