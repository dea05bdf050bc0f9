import { useEffect, useState } from 'react'
import { Problem } from '../../client.ts'
import { texts } from './texts.ts'

/** The operations that set and remove an image, and the update of the page afterwards. */
export interface ImageTarget<Output> {
  set: (image: File, onProgress: (progress: number) => void) => Promise<Output>
  remove: () => Promise<Output>
  /** The URL to load before the preview disappears. Null if it needs no such step. */
  urlOf: (output: Output) => string | null
  show: (output: Output) => void
}

const maxBytes = 5 * 1024 * 1024

/** Uploads an image. Shows a preview while the upload runs, and reports a rejection in `problem`. */
export function useImage<Output>({ set, remove, urlOf, show }: ImageTarget<Output>) {
  const [sending, setSending] = useState<{ preview: string; progress: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const preview = sending?.preview
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  async function send(file: File): Promise<void> {
    if (sending) return
    if (file.size > maxBytes) {
      setProblem(texts.tooLarge)
      return
    }
    const started = { preview: URL.createObjectURL(file), progress: 0 }
    setSending(started)
    await finish(async () => {
      const output = await set(file, (progress) => setSending({ ...started, progress }))
      const url = urlOf(output)
      if (url) await preload(url)
      return output
    })
    setSending(null)
  }

  async function finish(request: () => Promise<Output>): Promise<void> {
    setProblem(null)
    try {
      show(await request())
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      setProblem(error.message)
    }
  }

  return {
    /** From 0 to 1 during an upload. */
    progress: sending?.progress,
    preview,
    problem,
    send: (file: File | undefined) => void (file && send(file)),
    remove: () => void finish(remove),
  }
}

/** Loads the stored image, so that it replaces the preview without a flash. */
async function preload(url: string): Promise<void> {
  const image = new Image()
  image.src = url
  await image.decode().catch(() => {})
}
