import { useAtomValue } from 'jotai'
import { SaveCsvButton, SaveJsonButton } from '../files/SaveButton.tsx'
import { postFindingsAtom } from '../results/evidence/postFindingAtoms.ts'
import type { ListedPost } from '../results/listedPost.ts'
import { batchData, batchRows } from './batchFile.ts'

/** `time` is when the batch was checked, in Unix milliseconds. */
type SaveBatchProps = { posts: readonly ListedPost[]; time: number }

/** A short button that saves a batch, with what the visitor saw, for spreadsheets. */
export function SaveCsv({ posts, time }: SaveBatchProps) {
  const findings = useAtomValue(postFindingsAtom)
  return <SaveCsvButton short about="posts" time={time} rows={() => batchRows(posts, findings)} />
}

/** The same for programs. */
export function SaveJson({ posts, time }: SaveBatchProps) {
  const findings = useAtomValue(postFindingsAtom)
  return <SaveJsonButton about="posts" time={time} json={() => batchData(posts, time, findings)} />
}
