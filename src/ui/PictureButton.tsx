import { useEffect, useState } from 'react'
import { filesText } from '../text/files.ts'
import { Button } from './controls.tsx'
import { useInBrowser } from './hooks.tsx'
import { SavedNote } from './SaveButtons.tsx'
import { download, fileName } from '../lib/download.ts'
import { HEIGHT, WIDTH, drawPicture } from '../lib/picture.ts'
import type { Picture } from '../lib/picture.ts'
import styles from './SaveButtons.module.css'

/** On phones the picture is also shown: browsers inside apps refuse downloads without a word. */
type PictureButtonProps = {
  about: string
  picture: () => Picture
  /** What is shared beside the picture: the words with the address. */
  words: string
  short?: boolean
}

export function PictureButton({ about, picture, words, short = false }: PictureButtonProps) {
  const canShare = useInBrowser(takesFiles)
  /** What became of it last, in words; null where it could not be made. */
  const [said, setSaid] = useState<string | null>('')
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => () => (shown === null ? undefined : URL.revokeObjectURL(shown)), [shown])
  const pass = async () => {
    const drawn = await drawPicture(picture())
    const file = new File([drawn], fileName(about, Date.now(), 'png'), { type: 'image/png' })
    const shared = canShare ? await share(file, words) : null
    if (shared !== null) return shared
    download(file.name, file)
    if (matchMedia('(pointer: coarse)').matches) setShown(URL.createObjectURL(file))
    return filesText.saved(file.name)
  }
  const label = canShare ? filesText.sharePicture : filesText.savePicture
  return (
    <>
      <Button wide={!short} aria-label={label} onClick={() => void pass().then(setSaid, () => setSaid(null))}>
        {short ? filesText.picture : label}
      </Button>
      {said === null && <p role="alert">{filesText.pictureFailed}</p>}
      <SavedNote>{said ?? ''}</SavedNote>
      {shown !== null && (
        <figure className={`stack screen-only ${styles['picture']}`}>
          <figcaption className="small">{filesText.pictureHere}</figcaption>
          <img src={shown} alt={filesText.pictureOf} width={WIDTH} height={HEIGHT} />
        </figure>
      )}
    </>
  )
}

/** What is said of a picture that was handed to the share sheet: nothing where the visitor closed that. Null where it could not be shared. */
async function share(file: File, words: string): Promise<string | null> {
  const both = { files: [file], text: words }
  try {
    await navigator.share(navigator.canShare(both) ? both : { files: [file] })
    return filesText.pictureShared
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? '' : null
  }
}

function takesFiles(): boolean {
  const probe = new File([], 'probe.png', { type: 'image/png' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}
