import type { Picture } from './Picture.ts'
import { answerBlock, footBlock, headBlock, itemBlocks, MARGIN, WIDTH } from './pictureBlocks.ts'
import { COLOURS } from './pictureStyles.ts'

/** Pixels: with the width, the aspect ratio that X shows without cropping. */
const HEIGHT_MIN = 675

/** Draws a result on the device. Throws where the browser gives no canvas. */
export async function drawPicture(picture: Picture): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser gives no canvas')
  const head = headBlock(pen, picture)
  const middle = [answerBlock(pen, picture), ...itemBlocks(pen, picture.items)]
  const foot = footBlock(pen, picture)
  const needed = [head, ...middle, foot].reduce((sum, { height }) => sum + height, 2 * MARGIN)
  canvas.width = WIDTH
  canvas.height = Math.max(HEIGHT_MIN, needed)
  pen.fillStyle = COLOURS.ground
  pen.fillRect(0, 0, WIDTH, canvas.height)
  head.draw(MARGIN)
  foot.draw(canvas.height - MARGIN - foot.height)
  // The answer is centred in the remaining space.
  let top = MARGIN + head.height + (canvas.height - needed) / 2
  for (const block of middle) {
    block.draw(top)
    top += block.height
  }
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture came out'))), 'image/png')
  })
}
