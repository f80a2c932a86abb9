import { useMemo, useState } from 'react'
import { text } from '../text/ja.ts'
import { FilterChips } from './FilterChips.tsx'
import { countGroups, GROUPS, toggled } from './group.ts'
import type { Group } from './group.ts'
import { Legend } from './Legend.tsx'
import type { ListedPost } from './listedPost.ts'
import styles from './PostResults.module.css'
import { ResultList } from './ResultList.tsx'

/** Posts with their verdicts, wherever they come from: four filters, all on at first, the list and its legend. */
export function PostResults({ results }: { results: readonly ListedPost[] }) {
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
          <p>{text.empty.title}</p>
          <p className={styles['hint']}>{text.empty.hint}</p>
        </div>
      )}
      <ResultList posts={results} hidden={hidden} />
      <Legend />
    </>
  )
}
