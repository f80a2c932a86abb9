import { useSetAtom } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { GROUPS } from '../../contract/postVerdicts.ts'
import type { Group } from '../../contract/postVerdicts.ts'
import { resultText } from '../text/result.ts'
import { enterPostFindingsAtom } from './evidence/postFindingAtoms.ts'
import { searchLink } from './evidence/searchLink.ts'
import { FilterChips } from './FilterChips.tsx'
import { countGroups, toggled } from './group.ts'
import { Legend } from './Legend.tsx'
import type { ListedPost } from './listedPost.ts'
import styles from './PostResults.module.css'
import { ResultList } from './ResultList.tsx'
import type { RowProps } from './ResultRow.tsx'
import type { Order } from './sectionsOf.ts'

type PostResultsProps = Omit<RowProps, 'now'> & { results: readonly ListedPost[]; order?: Order }

/** The element that a verdict's second line links to. */
export const POSTS_ID = 'posts'

/** Posts with their verdicts: the filters, all on at first, the list and its legend. */
export function PostResults({ results, order = 'given', ...given }: PostResultsProps) {
  const [hidden, setHidden] = useState<ReadonlySet<Group>>(new Set())
  const counts = useMemo(() => countGroups(results), [results])
  useFindings(results)
  const shown = GROUPS.reduce((sum, group) => sum + (hidden.has(group) ? 0 : counts[group]), 0)
  return (
    <>
      <FilterChips
        counts={counts}
        hidden={hidden}
        onToggle={(group) => setHidden((hidden) => toggled(hidden, group))}
      />
      <div role="status" className={styles['live']}>
        {shown === 0 && (
          <div className={styles['empty']}>
            <p lang="en">{resultText.empty.title}</p>
            <p className={styles['hint']}>{resultText.empty.hint}</p>
          </div>
        )}
      </div>
      <ResultList posts={results} order={order} hidden={hidden} {...given} />
      <Legend counts={counts} withEvidence={results.some(({ evidence }) => evidence)} />
    </>
  )
}

/** Loads what the visitor saw of these posts before. */
function useFindings(results: readonly ListedPost[]): void {
  const enter = useSetAtom(enterPostFindingsAtom)
  useEffect(() => void enter(results.flatMap((post) => searchLink(post)?.id ?? [])), [enter, results])
}
