import { matchPath, useHref, useLocation } from 'react-router-dom'
import type { ReactNode } from 'react'
import { config } from '../config.ts'
import { pages } from '../pages.ts'
import { Paragraph } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { Link } from '../ui/controls.tsx'
import { SITE_MARK } from '../lib/mark.ts'
import styles from './Frame.module.css'

/** Whether the open page belongs to the tab with this path. `/` matches exactly, because every path begins with it. */
function isInTab(tab: string, pathname: string): boolean {
  return pages.some(
    ({ path, tab: own = path }) => own === tab && matchPath({ path, end: path === '/' }, pathname),
  )
}

/** Shows which version made this page, for fault reports. */
const versionTitle =
  [config.version, config.commit && `(${config.commit})`].filter(Boolean).join(' ') || undefined

const tabs = pages.filter(({ link }) => link?.in === 'tabs')
const footer = pages.filter(({ link }) => link?.in === 'footer')

function Tabs() {
  const { pathname } = useLocation()
  return (
    <nav className={styles['tabs']} aria-label={text.tab.label}>
      {tabs.map(({ path, link }) => (
        <Link
          key={path}
          to={path}
          lang={link?.lang}
          className={`bold ${styles['tab']}`}
          aria-current={isInTab(path, pathname) ? 'page' : undefined}
        >
          {link?.label}
        </Link>
      ))}
    </nav>
  )
}

/** Leads to the operator, or where the build names none, to what /privacy says of that. */
function ContactLink() {
  const privacy = useHref({ pathname: '/privacy', hash: 'contact' })
  return (
    <a className="touchable" href={config.contactUrl || privacy} target="_blank" rel="noopener noreferrer">
      {text.info.contact}
    </a>
  )
}

export function PageFrame({ children }: { children: ReactNode }) {
  const isAccountPage = isInTab('/', useLocation().pathname)
  return (
    <>
      <a className={styles['skip']} href="#main">
        {text.skip}
      </a>
      <header className={styles['header']}>
        <div className={styles['inner']}>
          <Link to="/" lang="en" className={`touchable bold ${styles['brand']}`}>
            <Logo />
            <span>
              {/* On phones this is the heading of the account pages, so that the site's name is shown once. */}
              {isAccountPage && (
                <span className={styles['whole']}>{text.home.h1.replace(text.site, '')}</span>
              )}
              {/* An element of its own: a translator replaces texts, and React could put nothing before one. */}
              <span>{text.site}</span>
            </span>
          </Link>
          <Tabs />
        </div>
        <p
          className={styles['scriptsLate']}
          data-scripts-late
          data-unreadable={text.scriptsUnreadable}
          data-changed={text.scriptsChanged}
        >
          {text.scriptsLate}
        </p>
      </header>
      <main id="main" tabIndex={-1} className={`stack gap-16 ${styles['main']}`}>
        <noscript>
          <p className={styles['noScript']}>{text.noScript}</p>
        </noscript>
        {children}
      </main>
      <footer className={`muted small ${styles['footer']}`} title={versionTitle}>
        <p className={`line ${styles['links']}`}>
          {footer.map(({ path, link }) => (
            <Link key={path} to={path} className="touchable">
              {link?.label}
            </Link>
          ))}
          <ContactLink />
        </p>
        <Paragraph className="by-phrase">{text.info.unofficial}</Paragraph>
      </footer>
    </>
  )
}

function Logo() {
  return (
    <svg viewBox={`0 0 ${SITE_MARK.size} ${SITE_MARK.size}`} fill="var(--accent)" aria-hidden="true">
      <path
        d={SITE_MARK.lens}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={SITE_MARK.width}
        strokeLinecap="round"
      />
      <path d={SITE_MARK.seen} />
      <path d={SITE_MARK.hidden} opacity={SITE_MARK.faint} />
    </svg>
  )
}
