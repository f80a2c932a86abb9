import type { ReactNode } from 'react'
import { text } from '../text/ja.ts'
import { PageHeading } from '../ui/Card.tsx'

/** `children` is beside the English heading. */
export function PostHeading({ children }: { children?: ReactNode }) {
  return (
    <div>
      <PageHeading>{text.post.h1}</PageHeading>
      <div className="line between">
        <p className="muted small" lang="en">
          {text.post.h1en}
        </p>
        {children}
      </div>
    </div>
  )
}
