import { useState } from 'react'
import { filesText } from '../text/files.ts'
import { Button } from '../ui/controls.tsx'
import { useInBrowser } from '../ui/hooks.tsx'
import { SavedNote } from './SaveButtons.tsx'
import { download, fileName } from './download.ts'
import { drawPicture } from './picture.ts'
import type { Picture } from './picture.ts'

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
    const handed = canShare ? await shared(file) : 'refused'
    if (handed === 'refused') download(file.name, file)
    return SAID[handed](file.name)
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

/** What became of a picture: it was shared, the visitor closed the share sheet, or there is none that takes files, and it was saved. */
type Handed = 'shared' | 'closed' | 'refused'
const SAID = {
  shared: () => filesText.pictureShared,
  closed: () => '',
  refused: filesText.saved,
} as const satisfies Record<Handed, (name: string) => string>

async function shared(file: File): Promise<Handed> {
  try {
    await navigator.share({ files: [file] })
    return 'shared'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'closed' : 'refused'
  }
}

function takesFiles(): boolean {
  const probe = new File([], 'probe.png', { type: 'image/png' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}
