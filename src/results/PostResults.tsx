import { useMemo, useState } from 'react'
import { GROUPS } from '../../contract/postVerdicts.ts'
import type { Group } from '../../contract/postVerdicts.ts'
import { resultText } from '../text/result.ts'
import { FilterChips } from './FilterChips.tsx'
import { countGroups, toggled } from './group.ts'
import { Legend } from './Legend.tsx'
import type { ListedPost } from './listedPost.ts'
import styles from './PostResults.module.css'
import { ResultList } from './ResultList.tsx'

type PostResultsProps = {
  results: readonly ListedPost[]
  /** The account whose posts these are, if they are one account's: then only other authors are named. */
  author?: string
}

/** The element that a verdict's second line links to. */
export const POSTS_ID = 'posts'

/** Posts with their verdicts: four filters, all on at first, the list and its legend. */
export function PostResults({ results, author }: PostResultsProps) {
  const [hidden, setHidden] = useState<ReadonlySet<Group>>(new Set())
  const counts = useMemo(() => countGroups(results), [results])
  const shown = GROUPS.reduce((sum, group) => sum + (hidden.has(group) ? 0 : counts[group]), 0)
  return (
    <>
      <FilterChips
        counts={counts}
        hidden={hidden}
        onToggle={(group) => setHidden((hidden) => toggled(hidden, group))}
      />
      {shown === 0 && (
        <div className={styles['empty']}>
          <p>{resultText.empty.title}</p>
          <p className={styles['hint']}>{resultText.empty.hint}</p>
        </div>
      )}
      <ResultList posts={results} hidden={hidden} author={author} />
      <Legend />
    </>
  )
}
