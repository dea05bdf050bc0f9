import type { Sharp, SharpOptions } from 'sharp'
import { Refusal, refuse } from '../../operations/errors.ts'
import { createLine } from '../../platform/line.ts'

/** A picture of ours: whatever was sent is drawn anew, so that nothing else in the file comes along. */
export interface Picture {
  type: 'image/webp'
  bytes: Buffer
}

/** The most that is kept: what is bigger is made smaller, what has another shape is cut, nothing is made bigger. */
export interface Frame {
  width: number
  height: number
  square: boolean
}

// A few bytes can claim to be a picture that fills the memory.
const megapixels = 50
const seconds = 10
// Each keeps a core busy and holds a picture in memory.
const inLine = createLine(2)

/** What a file is, its content says: nobody looks at its name or at the type that was announced. */
export function drawPicture(file: Blob, frame: Frame): Promise<Picture> {
  return inLine(async () => {
    try {
      return { type: 'image/webp', bytes: await draw(Buffer.from(await file.arrayBuffer()), frame) }
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal('not_a_picture')
    }
  })
}

async function draw(bytes: Buffer, frame: Frame): Promise<Buffer> {
  const open = await loadSharp()
  const { width, height } = await open(bytes, { limitInputPixels: false }).metadata()
  if (width * height > megapixels * 1e6) refuse('too_large', { limit: `${megapixels} megapixels` })
  const side = Math.min(frame.width, width, height)
  const size = frame.square ? { width: side, height: side } : { width: frame.width, height: frame.height }
  return (
    open(bytes, { limitInputPixels: megapixels * 1e6, failOn: 'error' })
      // As the camera was held. The note that said so is left out like all the others.
      .autoOrient()
      .resize({ ...size, fit: 'cover', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds })
      .toBuffer()
  )
}

let loaded: Promise<(bytes: Buffer, options: SharpOptions) => Sharp> | undefined

/** Loaded with the first picture: it takes a tenth of a second that not every start should wait. */
function loadSharp() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // It could read dozens of formats, SVG among them. The fewer it tries, the fewer can be used against it.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`),
    })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return loaded
}
