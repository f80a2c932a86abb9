import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { toPostUrl, parsePostUrl } from '../../../contract/names.ts'
import { POST_GROUPS } from '../../../contract/outcomes.ts'
import { ChangeLine } from '../../results/Answer.tsx'
import type { PostChange } from '../../results/changes.ts'
import { xUrlOrNull, postTimeFromUrl, displayUrl } from '../../results/posts.ts'
import { comparisonText } from '../../text/comparison.ts'
import { formatNearDay, formatShortTime } from '../../text/japanese.ts'
import { resultText } from '../../text/result.ts'
import { Button, ExternalLink } from '../../ui/controls.tsx'
import type { FinishedBatch } from '../../results/finishedBatch.ts'
import { fetchHistory } from '../history/fetchHistory.ts'
import { toEarlierBatch, compareBatches, findEarlierBatch, sessionIdFromLink } from './compareBatches.ts'
import type { BatchComparisonResult } from './compareBatches.ts'
import { earlierBatchAtom } from './earlierBatch.ts'
import type { EarlierBatch } from './earlierBatch.ts'

const words = comparisonText

/** Compares a batch with the last one that this device has of the same posts, or with a saved one whose link is pasted. */
export function BatchComparison({ batch }: { batch: FinishedBatch }) {
  const earlier = useAtomValue(earlierBatchAtom)(batch)
  const setEarlier = useSetAtom(earlierBatchAtom)
  const [isRead, setIsRead] = useState(false)
  useEffect(() => {
    let wanted = true
    const read = async () => {
      const found = await findEarlierBatch(batch)
      if (!wanted) return
      if (found) setEarlier(batch, found)
      setIsRead(true)
    }
    void read()
    return () => {
      wanted = false
      setEarlier(batch, null)
    }
  }, [batch, setEarlier])
  return (
    <section className="stack" aria-label={words.title}>
      <div role="status" className="stack">
        {isRead && !earlier && <p>{words.none}</p>}
        {earlier && <Compared batch={batch} earlier={earlier} />}
      </div>
      <LinkField onEarlier={(found) => setEarlier(batch, found)} />
    </section>
  )
}

function Compared({ batch, earlier }: { batch: FinishedBatch; earlier: EarlierBatch }) {
  const [now] = useState(() => Date.now())
  const compared = compareBatches(batch, earlier)
  if (typeof compared === 'string') return <p>{words.notCompared[compared]}</p>
  const { kind, common, back, gone, added } = compared
  return (
    <>
      <ChangeLine kind={kind} sentence={sentenceOf(compared)} more={null} />
      <p className="muted small">
        {words.about(formatShortTime(earlier.at, now), common)}
        {added > 0 && words.added(added)}
      </p>
      <ChangedPosts batch={batch} title={words.back(back.length)} changes={back} />
      <ChangedPosts batch={batch} title={words.gone(gone.length)} changes={gone} />
      {othersByGroup(compared).map(({ group, changes }) => (
        <ChangedPosts
          key={group}
          batch={batch}
          title={words.other(group, changes.length)}
          changes={changes}
        />
      ))}
    </>
  )
}

function sentenceOf({ back, gone }: BatchComparisonResult): string {
  const sentences = [
    ...(back.length > 0 ? [words.back(back.length)] : []),
    ...(gone.length > 0 ? [words.gone(gone.length)] : []),
  ]
  return sentences.length === 0 ? words.same : words.listed(sentences)
}

function othersByGroup({ others }: BatchComparisonResult) {
  return POST_GROUPS.map((group) => ({
    group,
    changes: others.filter(({ later }) => later === group),
  })).filter(({ changes }) => changes.length > 0)
}

type ChangedPostsProps = { batch: FinishedBatch; title: string; changes: readonly PostChange[] }

function ChangedPosts({ batch, title, changes }: ChangedPostsProps) {
  const titleId = useId()
  if (changes.length === 0) return null
  const urls = new Map(batch.results.map(({ url }) => [parsePostUrl(url)?.id, url]))
  return (
    <div className="small">
      <h3 id={titleId} className="medium">
        {title}
      </h3>
      <ul className="plain" aria-labelledby={titleId}>
        {changes.map(({ id, earlier, later }) => {
          const url = urls.get(id) ?? toPostUrl({ name: null, id })
          const time = postTimeFromUrl(url)
          return (
            <li key={id} className="line">
              <ExternalLink href={xUrlOrNull(url) ?? toPostUrl({ name: null, id })}>
                {time === undefined ? displayUrl(url) : words.post(formatNearDay(time))}
              </ExternalLink>
              <span className="muted">
                {words.change(resultText.badge[earlier], resultText.badge[later])}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function LinkField({ onEarlier }: { onEarlier: (earlier: EarlierBatch) => void }) {
  const [link, setLink] = useState('')
  const [state, setState] = useState<keyof typeof words.link.state | null>(null)
  const id = useId()
  const compare = async () => {
    const sessionId = sessionIdFromLink(link)
    setState(sessionId === null ? 'invalid' : 'loading')
    if (sessionId === null) return
    try {
      onEarlier(toEarlierBatch(await fetchHistory(sessionId, new AbortController().signal)))
      setState(null)
    } catch {
      setState('failed')
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void compare()
  }
  return (
    <form className="stack gap-4 screen-only" onSubmit={submit}>
      <label htmlFor={id} className="small">
        {words.link.label}
      </label>
      <input
        id={id}
        className="text-input"
        inputMode="url"
        autoComplete="off"
        value={link}
        onChange={({ target }) => setLink(target.value)}
      />
      <div>
        <Button type="submit" disabled={state === 'loading' || link.trim() === ''}>
          {words.link.submit}
        </Button>
      </div>
      <output className="small">{state && words.link.state[state]}</output>
    </form>
  )
}
