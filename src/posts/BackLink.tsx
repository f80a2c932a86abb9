import { Link } from 'react-router-dom'
import { text } from '../text/ja.ts'
import { buttonLinkClass } from '../ui/Button.tsx'

/** The way back to the form. */
export function BackLink() {
  return (
    <Link to="/tweetcheck" className={buttonLinkClass}>
      {text.post.back}
    </Link>
  )
}
