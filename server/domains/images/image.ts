import type { Sharp, SharpOptions } from 'sharp'
import { OperationError, reject } from '../../operations/errors.ts'
import { createLine } from '../../platform/line.ts'

/** A picture of ours: whatever was sent is drawn anew, so that nothing else in the file comes along. */
export interface Image {
  type: 'image/webp'
  bytes: Buffer
}

/** The most that is kept. What has another shape is cut, what is bigger is made smaller, and nothing is made bigger. */
export interface Frame {
  width: number
  height: number
}

// A few bytes can claim to be a picture that fills the memory.
const megapixels = 50
const seconds = 10
// Each keeps a core busy and holds a picture in memory.
const inLine = createLine(2)

/** What a file is, its content says: nobody looks at its name or at the type that was announced. */
export function drawImage(file: Blob, frame: Frame): Promise<Image> {
  return inLine(async () => {
    const open = await loadSharp()
    const bytes = Buffer.from(await file.arrayBuffer())
    try {
      return { type: 'image/webp', bytes: await draw(open, bytes, frame) }
    } catch (error) {
      throw error instanceof OperationError ? error : new OperationError('not_a_picture')
    }
  })
}

async function draw(open: Open, bytes: Buffer, frame: Frame): Promise<Buffer> {
  // As the camera was held. The note that says so is left out of the new picture, like all the others.
  const { width, height } = (await open(bytes, { limitInputPixels: false }).metadata()).autoOrient
  if (width * height > megapixels * 1e6) reject('too_large', { limit: `${megapixels} megapixels` })
  const scale = Math.min(1, width / frame.width, height / frame.height)
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return open(bytes, { limitInputPixels: megapixels * 1e6, failOn: 'error' })
    .autoOrient()
    .resize({ width: scaled(frame.width), height: scaled(frame.height), fit: 'cover' })
    .webp({ quality: 82 })
    .timeout({ seconds })
    .toBuffer()
}

type Open = (bytes: Buffer, options: SharpOptions) => Sharp

let loaded: Promise<Open> | undefined

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
