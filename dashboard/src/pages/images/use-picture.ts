import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Profile, Problem, call, upload } from '../../client.ts'
import { showProfile } from '../settings/own-profile.tsx'

const kinds = {
  avatar: { set: 'images.setAvatar', remove: 'images.removeAvatar', url: 'avatarUrl' },
  cover: { set: 'images.setCover', remove: 'images.removeCover', url: 'coverUrl' },
} as const

const largest = 5 * 1024 * 1024

/** One of the pictures of a person: seen at once when it is chosen, sent meanwhile, and what went wrong. */
export function usePicture(kind: keyof typeof kinds) {
  const { set, remove, url } = kinds[kind]
  const cache = useQueryClient()
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
      const profile = await upload(set, { image: file }, (part) => setSending({ ...shown, part }))
      await loaded(profile[url]!)
      return profile
    })
    setSending(null)
  }

  async function finish(write: () => Promise<Profile>): Promise<void> {
    setProblem(null)
    try {
      showProfile(cache, await write())
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
    remove: () => void finish(() => call(remove, {})),
  }
}

/** The preview stays until what the server made of it can be shown. */
async function loaded(url: string): Promise<void> {
  const image = new Image()
  image.src = url
  await image.decode().catch(() => {})
}
