import { text } from '../text/ja.ts'
import { buttonLinkClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Link } from '../ui/Link.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { PageMeta } from './PageMeta.tsx'
import { pages } from './pages.ts'

/** Shown in place of a page that failed or does not exist. */
export function ErrorScreen() {
  return (
    <>
      <PageMeta page={pages.error} />
      <Card>
        <PageHeading lang="en">{text.error.title}</PageHeading>
        <p>{text.error.about}</p>
        <Link to="/" className={buttonLinkClass}>
          {text.error.home}
        </Link>
      </Card>
    </>
  )
}
