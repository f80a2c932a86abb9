import { text } from '../text/ja.ts'
import { buttonLinkClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'

/** A link back to the form. */
export function BackLink() {
  return (
    <Link to="/tweetcheck" className={buttonLinkClass}>
      {text.post.back}
    </Link>
  )
}
