import { useAtomValue } from 'jotai'
import { resultText } from '../text/result.ts'
import { awaitsPostsAtom } from './accountAtoms.ts'
import styles from './PostsSpace.module.css'

/** Keeps the place of the posts beside a check, so that what stands below them does not move when they come. */
export function PostsSpace() {
  if (!useAtomValue(awaitsPostsAtom)) return null
  return (
    <p aria-hidden="true" data-unfinished className={styles['space']}>
      {resultText.list.awaited}
    </p>
  )
}
