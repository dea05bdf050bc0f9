import type { Profile } from '../../client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { card } from '../../ui/section.tsx'
import { ImageButtons } from './image-buttons.tsx'
import { ImageDrop, ImageProgress } from './image-drop.tsx'
import { useProfileImage } from './use-profile-image.ts'

/** The pictures as they are seen on a profile, each changed where it stands. */
export function ProfileImages({ profile }: { profile: Profile }) {
  const cover = useProfileImage('cover')
  const avatar = useProfileImage('avatar')
  const problem = avatar.problem ?? cover.problem
  return (
    <section aria-label="Pictures" className={`relative overflow-hidden ${card}`}>
      <ImageDrop onFile={cover.send} className="relative aspect-[4/1] min-h-24 w-full bg-accent-soft">
        {(cover.preview ?? profile.coverUrl) && (
          <img src={cover.preview ?? profile.coverUrl!} alt="Your cover" className="size-full object-cover" />
        )}
        <ImageProgress label="Sending the cover" part={cover.part} />
        <div className="absolute top-2.5 right-2.5 flex gap-2 rounded-md bg-surface/90">
          <ImageButtons what="cover" url={profile.coverUrl} picture={cover} />
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
          <ImageProgress label="Sending the picture" part={avatar.part} />
        </ImageDrop>
        <div className="min-w-0 grow pt-2">
          <p className="truncate text-base font-semibold">{profile.name}</p>
          <p className="truncate text-[13px] text-muted">@{profile.username}</p>
        </div>
        <div className="flex gap-2 pt-2">
          <ImageButtons what="picture" url={profile.avatarUrl} picture={avatar} />
        </div>
      </div>
      {problem ? (
        <p role="alert" className="border-t bg-danger-soft px-5 py-2.5 text-danger">
          {problem}
        </p>
      ) : (
        <p className="border-t px-5 py-2 text-[13px] text-muted">
          PNG, JPEG, WebP or GIF, at most 5 MiB. You can also drop a file onto its place.
        </p>
      )}
    </section>
  )
}
