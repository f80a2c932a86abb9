import type { ReactNode } from 'react'
import { text } from '../text/ja.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Sentence } from '../text/Sentence.tsx'
import { useOnline } from '../ui/useOnline.tsx'
import type { Failure } from './failure.ts'

type FailureNoteProps = {
  arrival: number
  sentences: readonly string[]
  failure: Failure
  onRetry: () => void
  /** What can be done instead, where retrying is useless. */
  children?: ReactNode
}

/** What happened and what to do next, brought into view, with a button to retry. When only the connection was missing, it retries once that is back. */
export function FailureNote({ arrival, sentences, failure, onRetry, children }: FailureNoteProps) {
  useOnline(onRetry, failure.kind === 'offline')
  return (
    <Card>
      <Alert title={text.alert.title} arrival={arrival}>
        {sentences.map((sentence) => (
          <p key={sentence}>
            <Sentence>{sentence}</Sentence>
          </p>
        ))}
      </Alert>
      {children || (
        <Button wide onClick={onRetry}>
          {text.action.retry}
        </Button>
      )}
    </Card>
  )
}
