import { call, upload } from '../../client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { ImageButtons } from '../images/image-buttons.tsx'
import { ImageDrop, ImageProgress } from '../images/image-drop.tsx'
import { useImage } from '../images/use-image.ts'
import { card } from '../../ui/section.tsx'
import { refreshKinds } from '../../write.ts'
import type { Team } from './queries.ts'

export function TeamAvatar({ team }: { team: Team }) {
  const picture = useImage({
    set: (image, onPart) => upload('teams.setTeamAvatar', { team: team.id, image }, onPart),
    remove: () => call('teams.removeTeamAvatar', { team: team.id }),
    urlOf: ({ avatarUrl }) => avatarUrl,
    show: () => void refreshKinds('team'),
  })
  return (
    <section aria-label="Picture" className={`p-5 ${card}`}>
      <div className="flex flex-wrap items-center gap-4">
        <ImageDrop onFile={picture.send} className="relative rounded-[30%]">
          <Avatar
            kind="team"
            id={team.id}
            name={team.name}
            picture={picture.preview ?? team.avatarUrl}
            size="size-16 text-xl"
          />
          <ImageProgress label="Sending the picture" part={picture.part} />
        </ImageDrop>
        <div className="flex flex-wrap gap-2">
          <ImageButtons what="picture" url={team.avatarUrl} picture={picture} />
        </div>
      </div>
      <div className="mt-3 empty:hidden">
        <FormMessage>{picture.problem ?? undefined}</FormMessage>
      </div>
    </section>
  )
}
