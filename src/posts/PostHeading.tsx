import { text } from '../text/ja.ts'
import { PageHeading } from '../ui/Card.tsx'

export function PostHeading() {
  return (
    <div>
      <PageHeading>{text.post.h1}</PageHeading>
      <p className="muted small" lang="en">
        {text.post.h1en}
      </p>
    </div>
  )
}
