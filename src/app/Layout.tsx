import type { ReactNode } from 'react'
import { Outlet, ScrollRestoration, useMatches } from 'react-router-dom'
import { text } from '../text/ja.ts'
import styles from './Layout.module.css'
import { Link } from '../ui/Link.tsx'
import { Logo } from './Logo.tsx'
import { PageMeta } from './PageMeta.tsx'
import type { Page } from './pages.ts'
import { Tabs } from './Tabs.tsx'

/** What every page shares: header with tabs, the main area, the footer. */
export function Layout() {
  const page = useMatches().at(-1)?.handle as Page | undefined
  return (
    <Frame>
      {page && <PageMeta page={page} />}
      <Outlet />
      <ScrollRestoration />
    </Frame>
  )
}

export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <a className={styles['skip']} href="#main">
        {text.skip}
      </a>
      <header className={styles['header']}>
        <div className={styles['inner']}>
          <Link to="/" className={styles['brand']}>
            <Logo />
            {text.site}
          </Link>
          <Tabs />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles['main']}>
        <noscript>
          <p className={styles['noScript']}>{text.noScript}</p>
        </noscript>
        {children}
      </main>
      <footer className={styles['footer']}>{text.info.unofficial}</footer>
    </>
  )
}
