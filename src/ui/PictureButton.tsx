import { useEffect, useState } from 'react'
import { filesText } from '../text/files.ts'
import { Button } from './controls.tsx'
import { useBrowserTest } from './hooks.tsx'
import { SavedNote, canShareFile, shareFile, useSavedFile } from './SaveButtons.tsx'
import { timestampedFileName } from '../lib/download.ts'
import { PICTURE_HEIGHT, PICTURE_WIDTH, drawPicture } from '../lib/picture.ts'
import type { Picture } from '../lib/picture.ts'
import styles from './SaveButtons.module.css'

/** On phones the picture is also shown, because browsers inside apps ignore downloads without an error. */
type PictureButtonProps = {
  about: string
  picture: () => Picture
  /** The text that is shared with the picture, including the address. */
  words: string
  short?: boolean
}

export function PictureButton({ about, picture, words, short = false }: PictureButtonProps) {
  const sharesPictures = useBrowserTest(takesFiles)
  const [failed, setFailed] = useState(false)
  const [shared, setShared] = useState('')
  const [shown, setShown] = useState<string | null>(null)
  const { save, saved } = useSavedFile()
  useEffect(() => () => (shown === null ? undefined : URL.revokeObjectURL(shown)), [shown])
  const pass = async () => {
    const drawn = await drawPicture(picture())
    const file = new File([drawn], timestampedFileName(about, Date.now(), 'png'), { type: 'image/png' })
    const said = sharesPictures ? await shareFile(file, words).catch(() => null) : null
    setShared(said ?? '')
    if (said !== null) return
    save(file.name, file)
    if (matchMedia('(pointer: coarse)').matches) setShown(URL.createObjectURL(file))
  }
  const label = sharesPictures ? filesText.sharePicture : filesText.savePicture
  return (
    <>
      <Button
        wide={!short}
        onClick={() =>
          void pass().then(
            () => setFailed(false),
            () => setFailed(true),
          )
        }
      >
        {label}
      </Button>
      {failed && <p role="alert">{filesText.pictureFailed}</p>}
      <SavedNote>{shared}</SavedNote>
      {saved}
      {shown !== null && (
        <figure className={`stack screen-only ${styles['picture']}`}>
          <figcaption className="small">{filesText.pictureHere}</figcaption>
          <img src={shown} alt={filesText.pictureOf} width={PICTURE_WIDTH} height={PICTURE_HEIGHT} />
        </figure>
      )}
    </>
  )
}

function takesFiles(): boolean {
  return canShareFile(new File([], 'probe.png', { type: 'image/png' }))
}
