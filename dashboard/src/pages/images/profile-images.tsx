import type { Profile } from '../../client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { card } from '../../ui/section.tsx'
import { ImageButtons } from './image-buttons.tsx'
import { ImageDrop, ImageProgress } from './image-drop.tsx'
import { useProfileImage } from './use-profile-image.ts'
import { texts } from './texts.ts'

/** The cover and the profile image as others see them, each with its own buttons. */
export function ProfileImages({ profile }: { profile: Profile }) {
  const cover = useProfileImage('cover')
  const avatar = useProfileImage('avatar')
  const problem = avatar.problem ?? cover.problem
  return (
    <section aria-label={texts.profileImages.label} className={`relative overflow-hidden ${card}`}>
      <ImageDrop onFile={cover.send} className="relative aspect-[4/1] min-h-24 w-full bg-accent-soft">
        {(cover.preview ?? profile.coverUrl) && (
          <img
            src={cover.preview ?? profile.coverUrl!}
            alt={texts.profileImages.coverAlt}
            className="size-full object-cover"
          />
        )}
        <ImageProgress label={texts.cover.uploading} progress={cover.progress} />
        <div className="absolute top-2.5 right-2.5 flex gap-2 rounded-md bg-surface/90">
          <ImageButtons texts={texts.cover} url={profile.coverUrl} image={cover} />
        </div>
      </ImageDrop>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 px-5 pb-4">
        <ImageDrop
          onFile={avatar.send}
          className="relative -mt-9 overflow-hidden rounded-full bg-surface ring-4 ring-surface"
        >
          {avatar.preview ? (
            <img src={avatar.preview} alt="" className="size-20 object-cover" />
          ) : (
            <Avatar kind="user" id={profile.id} name={profile.name} size="size-20 text-2xl" />
          )}
          <ImageProgress label={texts.image.uploading} progress={avatar.progress} />
        </ImageDrop>
        <div className="min-w-0 grow pt-2">
          <p className="truncate text-base font-semibold">{profile.name}</p>
          <p className="truncate text-[13px] text-muted">@{profile.username}</p>
        </div>
        <div className="flex gap-2 pt-2">
          <ImageButtons texts={texts.image} url={profile.avatarUrl} image={avatar} />
        </div>
      </div>
      {problem ? (
        <p role="alert" className="border-t bg-danger-soft px-5 py-2.5 text-danger">
          {problem}
        </p>
      ) : (
        <p className="border-t px-5 py-2 text-[13px] text-muted">{texts.profileImages.hint}</p>
      )}
    </section>
  )
}
