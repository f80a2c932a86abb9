import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo } from 'react'
import { config } from '../../config.ts'
import { powSendResultText as text } from '../../text/powParts.ts'
import { Card } from '../../ui/Card.tsx'
import { Button } from '../../ui/controls.tsx'
import { runEndAtom } from '../run/runAtoms.ts'
import type { RunEnd } from '../run/runAtoms.ts'
import {
  agreeToSendResultAtom,
  readAgreedUrls,
  declineToSendResultAtom,
  sendOrOfferResultAtom,
  readTargetOfLink,
  sendResultStateAtom,
  sendResultAtom,
} from './posting.ts'
import type { ResultTarget, SendResultOutcome } from './posting.ts'

type PostCardProps = {
  query: URLSearchParams
  /** The run that had ended before the page was opened. It is not sent, because the tester did not know that it would be. */
  before: RunEnd | null
}

export function SendResultCard({ query, before }: PostCardProps) {
  const target = useMemo(() => readTargetOfLink(query, window.location), [query])
  if (!target) return null
  return (
    <Card aria-label={text.title}>
      <h2>{text.title}</h2>
      {'unusable' in target ? (
        <p role="alert">{text.unusable[target.unusable]}</p>
      ) : (
        <Posting
          url={target.url}
          sendsWithoutAsking={config.powPostOrigins.includes(target.origin)}
          before={before}
        />
      )}
    </Card>
  )
}

function Posting({ url, sendsWithoutAsking, before }: ResultTarget & Pick<PostCardProps, 'before'>) {
  const end = useAtomValue(runEndAtom)
  const state = useAtomValue(sendResultStateAtom)
  const offer = useSetAtom(sendOrOfferResultAtom)
  const agree = useSetAtom(agreeToSendResultAtom)
  const decline = useSetAtom(declineToSendResultAtom)
  const send = useSetAtom(sendResultAtom)
  useEffect(() => {
    if (end && end !== before && 'result' in end) void offer({ url, sendsWithoutAsking }, end.result)
  }, [end, before, offer, url, sendsWithoutAsking])
  const agreed = readAgreedUrls().includes(url) ? text.laterAgreed : text.later
  const words = {
    idle: sendsWithoutAsking ? text.laterUnasked : agreed,
    declined: text.declined,
    asking: text.ask,
    sending: text.sending,
    done: state.name === 'done' ? sentText(state.sent) : '',
  }
  return (
    <>
      <p>
        {text.target}：<code>{url}</code>
      </p>
      <output>{words[state.name]}</output>
      {state.name === 'asking' && (
        <>
          <p className="muted small">{text.holds}</p>
          <div className="cluster">
            <Button onClick={() => void agree(url, state.result)}>{text.agree}</Button>
            <Button onClick={() => decline()}>{text.decline}</Button>
          </div>
        </>
      )}
      {state.name === 'done' && state.sent.name !== 'sent' && state.sent.name !== 'policy' && (
        <div className="cluster">
          <Button onClick={() => void send(url, state.result)}>{text.again}</Button>
        </div>
      )}
    </>
  )
}

function sentText(sent: SendResultOutcome): string {
  if (sent.name === 'sent') return text.sent
  return sent.name === 'refused' ? text.failed.refused(sent.status) : text.failed[sent.name]
}
