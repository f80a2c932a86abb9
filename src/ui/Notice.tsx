import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Sentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { Button } from './controls.tsx'
import { useFocusInPlace, useIsOnline, useWhenOnline } from './hooks.tsx'
import styles from './Notice.module.css'

type AlertProps = {
  title: string
  /** The time of the outcome, if the visitor waits for it. The title then gets the focus, and its card is kept in sight, once. */
  arrival?: number
  children: ReactNode
}

export function Alert({ title, arrival, children }: AlertProps) {
  const heading = useFocusInPlace<HTMLHeadingElement>(arrival)
  const Title = arrival === undefined ? 'p' : 'h2'
  return (
    <div role="alert" className={`stack gap-4 ${styles['alert']}`}>
      <Title ref={heading} tabIndex={-1} className={`by-phrase medium bold ${styles['title']}`}>
        <Sentence>{title}</Sentence>
      </Title>
      {children}
    </div>
  )
}

export const TYPING_PAUSE_MS = 900

/** A polite live region: on the page before its text, or that would not be read. While somebody types it waits for a `pause` in milliseconds. */
export function Announcer({ children, pause = 0 }: { children: string; pause?: number }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(setSaid, pause, children)
    return () => clearTimeout(timer)
  }, [children, pause])
  return <output className="visually-hidden">{said}</output>
}

export function OfflineNotice({ retry }: { retry: () => void }) {
  useWhenOnline(retry)
  const isOnline = useIsOnline()
  return (
    <>
      <Alert title={text.alert.title}>
        {isOnline && <p>{text.alert.failed}</p>}
        <p>{isOnline ? text.alert.trouble(undefined) : text.alert.offlinePart}</p>
      </Alert>
      <Button wide onClick={retry}>
        {text.action.retry}
      </Button>
    </>
  )
}
