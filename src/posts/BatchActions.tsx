import type { ReactNode } from 'react'
import { CopyLink } from '../files/CopyLink.tsx'
import { ActionRow } from '../results/ActionRow.tsx'
import type { ListedPost } from '../results/listedPost.ts'
import { resultText } from '../text/result.ts'
import { AuthorLinks } from './AuthorLinks.tsx'
import { batchShareText } from './batchShareText.ts'
import { historyUrl } from '../results/historyLink.ts'
import { SaveCsv, SaveJson } from './SaveBatch.tsx'

type BatchActionsProps = {
  posts: readonly ListedPost[]
  /** When it was checked, in Unix milliseconds. */
  at: number
  /** The saved batch; empty where the server saved none. */
  sessionId: string
  children?: ReactNode
}

/** What can be done with a batch, in one row: sharing, saving, and the rest folded away. */
export function BatchActions({ posts, at, sessionId, children }: BatchActionsProps) {
  return (
    <ActionRow
      share={{ label: resultText.share.batch, words: batchShareText(posts, at, sessionId) }}
      picture={<SaveCsv posts={posts} time={at} />}
    >
      <SaveJson posts={posts} time={at} />
      {sessionId && <CopyLink words={resultText.copy} url={historyUrl(sessionId)} />}
      {children}
      <AuthorLinks posts={posts} />
    </ActionRow>
  )
}
