import { useMemo, useState } from 'react'
import type { Group } from '../../contract/postVerdicts.ts'
import type { ListedPost } from './listedPost.ts'
import { PostSection } from './PostSection.tsx'
import type { RowProps } from './ResultRow.tsx'
import { ROWS_AT_ONCE } from './RowLists.tsx'
import { sectionsOf } from './sectionsOf.ts'
import type { Order } from './sectionsOf.ts'
import { useGrowing } from './useGrowing.tsx'

type ResultListProps = Omit<RowProps, 'now'> & {
  posts: readonly ListedPost[]
  order: Order
  hidden: ReadonlySet<Group>
}

/** The posts, the excluded ones first. A huge list comes onto the page in pieces, each in a task of its own. */
export function ResultList({ posts, order, hidden, ...given }: ResultListProps) {
  const [now] = useState(() => Date.now())
  const sections = useMemo(() => sectionsOf(posts, order), [posts, order])
  const there = useGrowing(Math.ceil(posts.length / ROWS_AT_ONCE)) * ROWS_AT_ONCE
  return sections.map((section, index) => {
    const before = index === 0 ? 0 : (sections[0]?.rows.length ?? 0)
    return (
      <PostSection
        key={section.kind}
        section={section}
        order={order}
        there={Math.max(0, Math.min(there - before, section.rows.length))}
        hidden={hidden}
        now={now}
        {...given}
      />
    )
  })
}
