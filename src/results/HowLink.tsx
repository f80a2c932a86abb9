import { text } from '../text/ja.ts'
import { Link } from '../ui/Link.tsx'

/** The way from a verdict to what it rests on. */
export function HowLink() {
  return (
    <p>
      <Link to="/how" className="touchable">
        {text.how}
      </Link>
    </p>
  )
}
