import { useEffect, useState } from 'react'
import { Problem } from '../../client.ts'

/** A picture that somebody or something has: how it is sent and taken away, and what is shown then. */
export interface ImageTarget<Answer> {
  set: (image: File, onPart: (part: number) => void) => Promise<Answer>
  remove: () => Promise<Answer>
  urlOf: (answer: Answer) => string | null
  show: (answer: Answer) => void
}

const largest = 5 * 1024 * 1024

/** Seen at once when it is chosen, sent meanwhile, and what went wrong. */
export function useImage<Answer>({ set, remove, urlOf, show }: ImageTarget<Answer>) {
  const [sending, setSending] = useState<{ preview: string; part: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const preview = sending?.preview
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  async function send(file: File): Promise<void> {
    if (sending) return
    if (file.size > largest) {
      setProblem('This file is too large: at most 5 MiB are accepted.')
      return
    }
    const shown = { preview: URL.createObjectURL(file), part: 0 }
    setSending(shown)
    await finish(async () => {
      const answer = await set(file, (part) => setSending({ ...shown, part }))
      await loaded(urlOf(answer)!)
      return answer
    })
    setSending(null)
  }

  async function finish(write: () => Promise<Answer>): Promise<void> {
    setProblem(null)
    try {
      show(await write())
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      setProblem(error.message)
    }
  }

  return {
    /** From 0 to 1 while one is sent. */
    part: sending?.part,
    preview,
    problem,
    send: (file: File | undefined) => void (file && send(file)),
    remove: () => void finish(remove),
  }
}

/** The preview stays until what the server made of it can be shown. */
async function loaded(url: string): Promise<void> {
  const image = new Image()
  image.src = url
  await image.decode().catch(() => {})
}
