import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { showProfile } from '../settings/own-profile.tsx'
import { useImage } from './use-image.ts'
import { upload } from '../../upload.ts'

const kinds = {
  avatar: { set: 'images.setAvatar', remove: 'images.removeAvatar', url: 'avatarUrl' },
  cover: { set: 'images.setCover', remove: 'images.removeCover', url: 'coverUrl' },
} as const

/** The signed-in user's profile image or cover. */
export function useProfileImage(kind: keyof typeof kinds) {
  const { set, remove, url } = kinds[kind]
  const cache = useQueryClient()
  return useImage({
    set: (image, onProgress) => upload(set, { image }, onProgress),
    remove: () => call(remove, {}),
    urlOf: (profile) => profile[url],
    show: (profile) => showProfile(cache, profile),
  })
}
