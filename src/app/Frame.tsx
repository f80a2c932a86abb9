import { useLocation } from 'react-router-dom'
import type { ReactNode } from 'react'
import { text } from '../text/ja.ts'
import { Link } from '../ui/controls.tsx'
import styles from './Frame.module.css'

/** Links to the three tools; that of the open page is marked, if the page belongs to one. */
export function Tabs() {
  const { pathname } = useLocation()
  const post = pathname.startsWith('/tweetcheck')
  const report = pathname.startsWith('/report')
  const account = pathname === '/' || pathname.startsWith('/sbctestqwert')
  return (
    <nav className={styles['tabs']} aria-label={text.tab.label}>
      <Link to="/" lang="en" className={`bold ${styles['tab']}`} aria-current={account ? 'page' : undefined}>
        {text.tab.account}
      </Link>
      <Link
        to="/tweetcheck"
        lang="en"
        className={`bold ${styles['tab']}`}
        aria-current={post ? 'page' : undefined}
      >
        {text.tab.post}
      </Link>
      <Link to="/report" className={`bold ${styles['tab']}`} aria-current={report ? 'page' : undefined}>
        {text.tab.report}
      </Link>
    </nav>
  )
}

/** What every page shares: header with tabs, the main area, the footer. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <a className={styles['skip']} href="#main">
        {text.skip}
      </a>
      <header className={styles['header']}>
        <div className={styles['inner']}>
          <Link to="/" lang="en" className={`touchable bold ${styles['brand']}`}>
            <Logo />
            {text.site}
          </Link>
          <Tabs />
        </div>
        <p className={styles['scriptsLate']} data-scripts-late>
          {text.scriptsLate}
        </p>
      </header>
      <main id="main" tabIndex={-1} className={`stack gap-16 ${styles['main']}`}>
        <noscript>
          <p className={styles['noScript']}>{text.noScript}</p>
        </noscript>
        {children}
      </main>
      <footer className={`muted small ${styles['footer']}`}>
        <p className={`line ${styles['links']}`}>
          <Link to="/how" className="touchable">
            {text.how}
          </Link>
          <Link to="/log" className="touchable">
            {text.log}
          </Link>
          <Link to="/privacy" className="touchable">
            {text.privacy}
          </Link>
        </p>
        <p>{text.info.unofficial}</p>
      </footer>
    </>
  )
}

/** Two overlapping discs: a disc and its shadow. */
function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="18" cy="18" r="13" fill="var(--accent)" opacity="0.35" />
      <circle cx="14.5" cy="14.5" r="13" fill="var(--accent)" />
    </svg>
  )
}
