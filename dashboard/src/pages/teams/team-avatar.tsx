import { call } from '../../client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { ImageButtons } from '../images/image-buttons.tsx'
import { ImageDrop, ImageProgress } from '../images/image-drop.tsx'
import { useImage } from '../images/use-image.ts'
import { card } from '../../ui/section.tsx'
import { refreshKinds } from '../../write.ts'
import type { Team } from './queries.ts'
import { texts } from './texts.ts'
import { texts as imageTexts } from '../images/texts.ts'
import { upload } from '../../upload.ts'

export function TeamAvatar({ team }: { team: Team }) {
  const image = useImage({
    set: (file, onProgress) => upload('teams.setTeamAvatar', { team: team.id, image: file }, onProgress),
    remove: () => call('teams.removeTeamAvatar', { team: team.id }),
    urlOf: ({ avatarUrl }) => avatarUrl,
    show: () => void refreshKinds('team'),
  })
  return (
    <section aria-label={texts.avatar.label} className={`p-5 ${card}`}>
      <div className="flex flex-wrap items-center gap-4">
        <ImageDrop onFile={image.send} className="relative rounded-[30%]">
          <Avatar
            kind="team"
            id={team.id}
            name={team.name}
            imageUrl={image.preview ?? team.avatarUrl}
            size="size-16 text-xl"
          />
          <ImageProgress label={imageTexts.image.uploading} progress={image.progress} />
        </ImageDrop>
        <div className="flex flex-wrap gap-2">
          <ImageButtons texts={imageTexts.image} url={team.avatarUrl} image={image} />
        </div>
      </div>
      <div className="mt-3 empty:hidden">
        <FormMessage>{image.problem ?? undefined}</FormMessage>
      </div>
    </section>
  )
}
