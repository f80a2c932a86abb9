import { memo, useEffect, useId, useRef, useState } from 'react'
import type { CSSProperties, ReactNode, RefObject } from 'react'
import { parsePostUrl } from '../../contract/names.ts'
import { isSameScreenName } from '../../contract/screenName.ts'
import { formatClock, formatNearDay } from '../text/japanese.ts'
import { postSearchText } from '../text/postSearch.ts'
import { resultText } from '../text/result.ts'
import { Button, NewTabLink, ExternalLink } from '../ui/controls.tsx'
import { isFocusLost, useFocusOnRow } from '../ui/hooks.tsx'
import { GroupIcon } from './Filters.tsx'
import { EvidenceNote, SearchByHand } from './evidence/Evidence.tsx'
import { handSearchLinkOf } from './evidence/evidence.ts'
import { groupStyle } from './groups.ts'
import { mayHavePreview, xUrlOrNull, postTimeFromUrl, displayUrl } from './posts.ts'
import type { ListedPost, ListedPostRow } from './posts.ts'
import { cachedPreview, requestPreview, onNearViewport } from './previews.ts'
import styles from './PostRow.module.css'

/** Names a post's author as X's display requirements demand: X's logo, the author's name if it is known, and a link to the account. */
export function AuthorLink({ author, name }: { author?: string; name: string | null }) {
  return (
    <p className={`line small bold ${styles['author']}`}>
      <svg viewBox="0 0 24 24" width="14" height="14" role="img" aria-label="X">
        <path
          fill="currentColor"
          d="M18.244 2.250h3.308l-7.227 8.260 8.502 11.240H16.170l-5.214-6.817L4.990 21.750H1.680l7.730-8.835L1.254 2.250H8.080l4.713 6.231zm-1.161 17.520h1.833L7.084 4.126H5.117z"
        />
      </svg>
      {author && <bdi>{author}</bdi>}
      {name && (
        <NewTabLink href={`https://x.com/${name}`} className="unbroken touchable">
          <span>{`@${name}`}</span>
        </NewTabLink>
      )}
    </p>
  )
}

type PostTextProps = Pick<ResultRowProps, 'author' | 'withUrls'> & { post: ListedPost }
type PostUrlTextProps = PostTextProps & { place?: RefObject<HTMLParagraphElement | null> }

function PostUrlText({ post: { url }, author, withUrls, place }: PostUrlTextProps) {
  const name = parsePostUrl(url)?.name
  const isNamed = author !== undefined && isSameScreenName(name, author) && xUrlOrNull(url) !== null
  const shown = displayUrl(url)
  // Only an id is kept on one line. Longer text may wrap.
  const [, front = '', id = ''] = /^(.*\/)(\d{1,19})$/.exec(shown) ?? [shown, shown]
  return (
    <p
      ref={place}
      className={`muted small tabular ${styles['url']}`}
      data-awaits={place && ''}
      data-address={shown}
    >
      {(withUrls || !isNamed) && (
        <span>
          {front}
          <wbr aria-hidden="true" />
          <span className="unbroken">{id}</span>
        </span>
      )}
    </p>
  )
}

/** Shows a post's author and text, which are fetched when the row is near the viewport. Until then, or without a preview, it shows the URL. */
function PostContent(given: PostTextProps) {
  const { url, evidence, previewTicket: ticket } = given.post
  const [preview, setPreview] = useState(() => cachedPreview(url))
  const place = useRef<HTMLParagraphElement>(null)
  const isAwaited = preview === undefined
  useEffect(() => {
    if (!isAwaited || !place.current) return undefined
    return onNearViewport(place.current, (signal) =>
      requestPreview({ url, ticket, signal, give: setPreview }),
    )
  }, [url, ticket, isAwaited])
  if (!preview) return <PostUrlText {...given} {...(isAwaited && { place })} />
  const name = evidence?.author ?? preview.name
  const isOwn = given.author !== undefined && isSameScreenName(name, given.author)
  return (
    <>
      {!isOwn && <AuthorLink author={preview.author} name={name} />}
      <p className={`medium ${styles['post-text']}`}>
        <bdi>{preview.words}</bdi>
      </p>
    </>
  )
}

/** Shows when a post was made, in the device's time zone. The time is read from the post's id; without one, nothing is shown. */
function PostDate({ id, url, now }: { id: string; url: string; now: number }) {
  const time = postTimeFromUrl(url)
  if (time === undefined) return null
  const day = formatNearDay(time, now)
  return (
    <time
      id={id}
      className={`tabular ${styles['date']}`}
      data-year={day.includes('年')}
      dateTime={new Date(time).toISOString()}
    >
      <span>{day}</span>
      <span> {formatClock(time)}</span>
    </time>
  )
}

/** `now` is when the list was rendered: dates of the same year omit the year. `author` is named above the list, so the rows name only other authors. */
export type ResultRowProps = {
  now: number
  author?: string | undefined
  withUrls?: boolean
  /** Checks one post again. */
  onAgain?: ((url: string) => void) | undefined
  /** The URL of the post that is or was checked again from its row, which then has `rowNote` and keeps the focus. */
  rechecked?: string | null
  rowNote?: ReactNode
}

/** Checks one post again. The focus returns to the button if what is shown below it goes. */
function CheckAgain({ onAgain, children }: { onAgain: () => void; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const observer = new MutationObserver(() => isFocusLost() && element.querySelector('button')?.focus())
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className="stack">
      <Button onClick={onAgain}>{postSearchText.again}</Button>
      {children}
    </div>
  )
}

/** One row of the list. It omits the sentences in `said`, which are shown in the legend. */
export const ResultRow = memo(function ResultRow({
  row,
  said,
  now,
  onAgain,
  rechecked,
  rowNote,
  ...given
}: ResultRowProps & { row: ListedPostRow; said: ReadonlySet<string> }) {
  const { post, group } = row
  const Content = mayHavePreview(row) ? PostContent : PostUrlText
  const search = handSearchLinkOf(post)
  const href = xUrlOrNull(post.url)
  const time = postTimeFromUrl(post.url)
  const dateId = useId()
  const isRechecked = rechecked === post.url
  const place = useFocusOnRow<HTMLLIElement>(isRechecked ? post.again : undefined)
  return (
    <li
      ref={place}
      className={`stack ${styles['row']}`}
      style={{ '--display': `var(--display-${group}, grid)` } as CSSProperties}
      data-group={group}
      tabIndex={-1}
    >
      <div className={`line muted small ${styles['head']}`}>
        <span className={`bold ${styles['badge']}`} data-tone={groupStyle(group).tone}>
          <GroupIcon group={group} />
          {resultText.badge[group]}
        </span>
        <PostDate id={dateId} url={post.url} now={now} />
        {href && (
          <span className={`bold ${styles['open']}`}>
            <ExternalLink href={href}>
              {time !== undefined && (
                <span className="visually-hidden">{resultText.list.openOf(formatNearDay(time, now))}</span>
              )}
              <span>{resultText.list.open}</span>
            </ExternalLink>
          </span>
        )}
      </div>
      {post.isPinned && <p className="muted small bold">{resultText.list.pinned}</p>}
      <Content post={post} {...given} />
      <EvidenceNote post={post} said={said} now={now} />
      {onAgain && post.evidence?.reason?.cause === 'not_asked' && (
        <CheckAgain onAgain={() => onAgain(post.url)}>{isRechecked && rowNote}</CheckAgain>
      )}
      {search && <SearchByHand link={search} dateId={dateId} />}
    </li>
  )
})
