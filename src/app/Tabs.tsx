import { useLocation } from 'react-router-dom'
import { text } from '../text/ja.ts'
import { Link } from '../ui/Link.tsx'
import styles from './Tabs.module.css'

/** Links to the three tools; that of the open page is marked, if the page belongs to one. */
export function Tabs() {
  const { pathname } = useLocation()
  const post = pathname.startsWith('/tweetcheck')
  const report = pathname.startsWith('/report')
  const account = pathname === '/' || pathname.startsWith('/sbctestqwert')
  return (
    <nav className={styles['tabs']} aria-label={text.tab.label}>
      <Link to="/" lang="en" className={styles['tab']} aria-current={account ? 'page' : undefined}>
        {text.tab.account}
      </Link>
      <Link to="/tweetcheck" lang="en" className={styles['tab']} aria-current={post ? 'page' : undefined}>
        {text.tab.post}
      </Link>
      <Link to="/report" className={styles['tab']} aria-current={report ? 'page' : undefined}>
        {text.tab.report}
      </Link>
    </nav>
  )
}
