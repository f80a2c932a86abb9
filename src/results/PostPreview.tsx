import { useEffect, useRef, useState } from 'react'
import styles from './PostPreview.module.css'
import { knownPreview, wishPreview } from './previews.ts'
import { whenNear } from './whenNear.ts'

/** Who wrote a post and what it says, fetched when the row comes near the window. Until then, and without it, nothing. */
export function PostPreview({ url }: { url: string }) {
  const [preview, setPreview] = useState(() => knownPreview(url))
  const place = useRef<HTMLParagraphElement>(null)
  const missing = preview === null
  useEffect(() => {
    if (!missing || !place.current) return undefined
    return whenNear(place.current, (signal) => wishPreview({ url, signal, give: setPreview }))
  }, [url, missing])
  return (
    <p ref={place} className={styles['preview']}>
      {preview && (
        <>
          <bdi className={styles['author']}>{preview.author}</bdi> <bdi>{preview.words}</bdi>
        </>
      )}
    </p>
  )
}
