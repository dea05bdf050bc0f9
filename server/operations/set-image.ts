import type { Queries } from '../database/connect.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../platform/ids.ts'
import type { Sharp, SharpOptions } from 'sharp'
import { OperationError, reject } from '../errors/errors.ts'
import { createLine } from '../platform/line.ts'

/** The owner of an image: a user, a team, or an article of the public site. */
type Owner = { user: string } | { team: string } | { article: string }

interface Replacement<Result> {
  owner: Owner
  picture: Image | null
  /** The id of the current image. */
  before: string | null
  /** Stores the id of the new image in the owner's row. */
  put: (id: string | null) => Promise<Result>
}

/** Replaces or removes an image and deletes the previous one in the same transaction. */
export async function setImage<Result>(
  db: Queries,
  { owner, picture, before, put }: Replacement<Result>,
): Promise<Result> {
  const id = picture && (await insertImage(db, owner, picture))
  const result = await put(id)
  await db.run(sql`delete from images where id = ${before}`)
  return result
}

async function insertImage(db: Queries, owner: Owner, { type, bytes }: Image): Promise<string> {
  const id = newId()
  const {
    user = null,
    team = null,
    article = null,
  } = owner as { user?: string; team?: string; article?: string }
  await db.run(
    sql`insert into images (id, user_id, team_id, article_id, type, bytes)
      values (${id}, ${user}, ${team}, ${article}, ${type}, ${bytes})`,
  )
  return id
}

/** A re-encoded image. Re-encoding drops metadata and anything else hidden in the uploaded file. */
export interface Image {
  type: 'image/webp'
  bytes: Buffer
}

/** The maximum size. Images are scaled down, never up. */
export interface Frame {
  width: number
  height: number
  /** Crops to the aspect ratio of the frame (cover, the default), or keeps the whole image (inside). */
  fit?: 'cover' | 'inside'
}

// A tiny file can declare dimensions that exhaust the memory.
const maxMegapixels = 50
const timeoutSeconds = 10
// Limits concurrency, because each job occupies a core and holds an image in memory.
const limitConcurrency = createLine(2)

/** Re-encodes an uploaded image. Detects the format from the content and ignores the file name and declared type. */
export function drawImage(file: Blob, frame: Frame): Promise<Image> {
  return limitConcurrency(async () => {
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
  // Applies the EXIF orientation, because the new image has no metadata.
  const { width, height } = (await open(bytes, { limitInputPixels: false }).metadata()).autoOrient
  if (width * height > maxMegapixels * 1e6) reject('too_large', { limit: `${maxMegapixels} megapixels` })
  const { fit = 'cover' } = frame
  // Shrinks the frame to the image, so that a crop keeps the aspect ratio without enlarging.
  const scale = fit === 'cover' ? Math.min(1, width / frame.width, height / frame.height) : 1
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return open(bytes, { limitInputPixels: maxMegapixels * 1e6, failOn: 'error' })
    .autoOrient()
    .resize({
      width: scaled(frame.width),
      height: scaled(frame.height),
      fit,
      withoutEnlargement: fit === 'inside',
    })
    .webp({ quality: 82 })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer()
}

type Open = (bytes: Buffer, options: SharpOptions) => Sharp

let loaded: Promise<Open> | undefined

/** Loads sharp on first use, because loading takes about 100 ms and would slow down every start. */
function loadSharp() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Blocks all other formats that sharp can read, such as SVG, to reduce the attack surface.
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
