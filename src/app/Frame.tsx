import { useLocation } from 'react-router-dom'
import type { ReactNode } from 'react'
import { text } from '../text/ja.ts'
import { Link } from '../ui/controls.tsx'
import { MARK } from '../ui/mark.ts'
import styles from './Frame.module.css'

/** Links to the three tools; that of the open page is marked, if the page belongs to one. */
export function Tabs() {
  const { pathname } = useLocation()
  const post = pathname.startsWith('/tweetcheck')
  const report = pathname.startsWith('/report')
  const account = isAccountPage(pathname)
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
            <Name />
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
          <Link to="/pow" className="touchable">
            {text.pow}
          </Link>
        </p>
        <p>{text.info.unofficial}</p>
      </footer>
    </>
  )
}

/** On phones the heading of the account pages stands here, so that the name is there once. */
function Name() {
  const account = isAccountPage(useLocation().pathname)
  return (
    <span>
      {account && <span className={styles['whole']}>{text.home.h1.replace(text.site, '')}</span>}
      {text.site}
    </span>
  )
}

function isAccountPage(pathname: string): boolean {
  return pathname === '/' || pathname.startsWith('/sbctestqwert')
}

function Logo() {
  return (
    <svg viewBox={`0 0 ${MARK.size} ${MARK.size}`} fill="var(--accent)" aria-hidden="true">
      <path d={MARK.lens} fill="none" stroke="var(--accent)" strokeWidth={MARK.width} strokeLinecap="round" />
      <path d={MARK.seen} />
      <path d={MARK.hidden} opacity={MARK.faint} />
    </svg>
  )
}
