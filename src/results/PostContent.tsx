import { useEffect, useRef, useState } from 'react'
import { parsePostUrl } from '../../contract/PostUrl.ts'
import { text } from '../text/ja.ts'
import { OpenLink } from './OpenLink.tsx'
import styles from './PostContent.module.css'
import { postLink } from './postLink.ts'
import { PostUrlText } from './PostUrlText.tsx'
import { knownPreview, requestPreview } from './previews.ts'
import { whenNear } from './whenNear.ts'

type PostContentProps = { url: string; author: string | undefined }

/**
 * A post's author and text, fetched when the row comes near the window; the post's URL until then, or if there is no preview.
 * Shown as X's display requirements ask: the author with a link, the text unaltered, X's mark.
 */
export function PostContent({ url, author }: PostContentProps) {
  const [preview, setPreview] = useState(() => knownPreview(url))
  const place = useRef<HTMLParagraphElement>(null)
  const missing = preview === null
  useEffect(() => {
    if (!missing || !place.current) return undefined
    return whenNear(place.current, (signal) => requestPreview({ url, signal, give: setPreview }))
  }, [url, missing])
  if (!preview) return <PostUrlText url={url} author={author} place={place} />
  return (
    <>
      <Author author={preview.author} name={parsePostUrl(url)?.name ?? preview.name} />
      <p className={styles['words']}>
        <bdi>{preview.words}</bdi>
      </p>
      <OpenLink href={postLink(url) ?? 'https://x.com/'} />
    </>
  )
}

function Author({ author, name }: { author: string; name: string | null }) {
  return (
    <p className={styles['author']}>
      <XMark />
      <bdi>{author}</bdi>
      {name && (
        <a href={`https://x.com/${name}`} target="_blank" rel="noopener noreferrer" className="unbroken">
          @{name}
          <span className="visually-hidden">{text.newTab}</span>
        </a>
      )}
    </p>
  )
}

/** X's mark, as two strokes. */
function XMark() {
  return (
    <svg viewBox="0 0 24 24" width="14" height="14" role="img" aria-label="X">
      <path
        fill="currentColor"
        d="M18.244 2.250h3.308l-7.227 8.260 8.502 11.240H16.170l-5.214-6.817L4.990 21.750H1.680l7.730-8.835L1.254 2.250H8.080l4.713 6.231zm-1.161 17.520h1.833L7.084 4.126H5.117z"
      />
    </svg>
  )
}
