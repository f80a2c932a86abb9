import { useEffect, useRef, useState } from 'react'
import { AuthorLink } from './AuthorLink.tsx'
import { isSameName } from './isSameName.ts'
import styles from './PostContent.module.css'
import { PostUrlText } from './PostUrlText.tsx'
import { knownPreview, requestPreview } from './previews.ts'
import { whenNear } from './whenNear.ts'

/** `author` is the account whose posts these are; `by` is whom X names as the author of this one. */
type PostContentProps = { url: string; author: string | undefined; by: string | undefined; withUrls: boolean }

/**
 * A post's author and text, fetched when the row comes near the window; the post's URL until then, or if there is no preview.
 * The author is named unless the whole list is theirs; the text is unaltered.
 */
export function PostContent({ url, author, by, withUrls }: PostContentProps) {
  const [preview, setPreview] = useState(() => knownPreview(url))
  const place = useRef<HTMLParagraphElement>(null)
  const missing = preview === null
  useEffect(() => {
    if (!missing || !place.current) return undefined
    return whenNear(place.current, (signal) => requestPreview({ url, signal, give: setPreview }))
  }, [url, missing])
  if (!preview) return <PostUrlText url={url} author={author} withUrls={withUrls} place={place} />
  const name = by ?? preview.name
  const isOwn = author !== undefined && isSameName(name, author)
  return (
    <>
      {!isOwn && <AuthorLink author={preview.author} name={name} />}
      <p className={styles['words']}>
        <bdi>{preview.words}</bdi>
      </p>
    </>
  )
}
