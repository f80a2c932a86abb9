import { useState } from 'react'
import { filesText } from '../text/files.ts'
import { Button } from './controls.tsx'
import { useInBrowser } from './hooks.tsx'
import { SavedNote } from './SaveButtons.tsx'
import { download, fileName } from '../lib/download.ts'
import { drawPicture } from '../lib/picture.ts'
import type { Picture } from '../lib/picture.ts'

type PictureButtonProps = {
  about: string
  picture: () => Picture
  short?: boolean
}

export function PictureButton({ about, picture, short = false }: PictureButtonProps) {
  const canShare = useInBrowser(takesFiles)
  /** What became of it last, in words; null where it could not be made. */
  const [said, setSaid] = useState<string | null>('')
  const pass = async () => {
    const drawn = await drawPicture(picture())
    const file = new File([drawn], fileName(about, Date.now(), 'png'), { type: 'image/png' })
    const shared = canShare ? await share(file) : null
    if (shared !== null) return shared
    download(file.name, file)
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
    </>
  )
}

/** What is said of a picture that was handed to the share sheet: nothing where the visitor closed that. Null where it could not be shared. */
async function share(file: File): Promise<string | null> {
  try {
    await navigator.share({ files: [file] })
    return filesText.pictureShared
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? '' : null
  }
}

function takesFiles(): boolean {
  const probe = new File([], 'probe.png', { type: 'image/png' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}
