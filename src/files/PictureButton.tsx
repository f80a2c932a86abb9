import { useState, useSyncExternalStore } from 'react'
import { filesText } from '../text/files.ts'
import { Button } from '../ui/Button.tsx'
import { download, fileName } from './download.ts'
import { drawPicture } from './drawPicture.ts'
import type { Picture } from './Picture.ts'

/** Makes a picture of a result in the browser, and shares it with the device's share sheet or, where that takes no files, saves it. */
export function PictureButton({ about, picture }: { about: string; picture: () => Picture }) {
  const canShare = useSyncExternalStore(never, takesFiles, () => false)
  const [failed, setFailed] = useState(false)
  const pass = async () => {
    const drawn = await drawPicture(picture())
    const file = new File([drawn], fileName(about, Date.now(), 'png'), { type: 'image/png' })
    if (!canShare || !(await shared(file))) download(file.name, file)
  }
  return (
    <>
      <Button
        wide
        onClick={() =>
          void pass().then(
            () => setFailed(false),
            () => setFailed(true),
          )
        }
      >
        {canShare ? filesText.sharePicture : filesText.savePicture}
      </Button>
      {failed && <p role="alert">{filesText.pictureFailed}</p>}
    </>
  )
}

/** False where the share sheet refused the file; true also when the visitor closed it. */
async function shared(file: File): Promise<boolean> {
  try {
    await navigator.share({ files: [file] })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

function takesFiles(): boolean {
  const probe = new File([], 'probe.png', { type: 'image/png' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}

function never(): () => void {
  return () => undefined
}
