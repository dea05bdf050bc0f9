import { GlobeIcon, PinIcon } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { ProjectName } from '../knowledge/project-choice.tsx'
import { Tags } from '../knowledge/tags.tsx'
import { usePinNote } from './note-changes.ts'
import type { ListedNote } from './queries.ts'
import { texts } from './texts.ts'

export function NoteRow({ note, inProject }: { note: ListedNote; inProject: boolean }) {
  const { id, title, excerpt, tags, pinned, project, publicSlug, updatedAt, may } = note
  const pin = usePinNote()
  return (
    <li className="flex items-start gap-3 px-4 py-(--row-inset)">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <TitleLink to="/notes/$note" params={{ note: id }}>
            {title}
          </TitleLink>
          <Tags tags={tags} />
        </p>
        {excerpt && <p className="line-clamp-2 text-muted wrap-anywhere sm:line-clamp-1">{excerpt}</p>}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-[13px] text-muted">
          {!inProject && (project ? <ProjectName project={project} /> : <span>{texts.private}</span>)}
          {publicSlug && (
            <span className="inline-flex items-center gap-1">
              <GlobeIcon /> {texts.public}
            </span>
          )}
          <Time at={updatedAt} />
        </p>
      </div>
      {may.edit ? (
        <span className={pinned ? 'text-accent' : ''}>
          <IconButton
            label={pinned ? texts.noteRow.unpin(title) : texts.noteRow.pin(title)}
            aria-pressed={pinned}
            plain={pinned}
            onClick={() => pin.mutate({ note, pinned: !pinned })}
          >
            <PinIcon />
          </IconButton>
        </span>
      ) : (
        pinned && (
          <span className="p-1.5 text-accent">
            <PinIcon />
            <span className="sr-only">{texts.noteRow.pinned}</span>
          </span>
        )
      )}
    </li>
  )
}
