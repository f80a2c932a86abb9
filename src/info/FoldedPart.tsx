import type { ReactNode } from 'react'
import { CardHeading, Disclosure } from '../ui/Card.tsx'

/** A part of a card that shows only its heading until it is opened. */
export function FoldedPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Disclosure summary={<CardHeading>{title}</CardHeading>}>
      <div className="stack gap-12 unmuted">{children}</div>
    </Disclosure>
  )
}
