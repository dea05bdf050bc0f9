import { useQuery } from '@tanstack/react-query'
import { ChevronRightIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { projectsQuery } from '../../queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Time } from '../../ui/time.tsx'
import { NameLink } from '../../ui/links.tsx'
import { EventDetails, hasChanges, hasDetails } from './event-details.tsx'
import { EventSentence } from './event-sentence.tsx'
import type { Activity } from './queries.ts'
import { titleIn } from './sentences.ts'
import { texts } from './texts.ts'
import { UndoButton } from './undo.tsx'

/** One event: its sentence, its changed values and an undo button. */
export function ActivityEntry({ event }: { event: Activity }) {
  const id = useId()
  const [opened, setOpened] = useState(false)
  const projects = useQuery(projectsQuery(false)).data
  const project = projects?.find((each) => each.id === event.project)
  return (
    <li className="group flex gap-3 px-4 py-2.5">
      <Avatar {...event.actor} size="mt-0.5 size-6 text-[11px]" />
      <div className="min-w-0 grow">
        <p id={id} className="wrap-anywhere">
          <EventSentence event={event} slug={project?.slug} />
        </p>
        {titleIn(event) && <p className="line-clamp-2 text-muted wrap-anywhere">{titleIn(event)}</p>}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-[13px] text-muted">
          <Time at={event.at} />
          {project && (
            <NameLink to="/projects/$slug" params={{ slug: project.slug }}>
              {project.name}
            </NameLink>
          )}
          {hasDetails(event) && (
            <button
              type="button"
              aria-expanded={opened}
              aria-controls={`${id}-details`}
              aria-describedby={id}
              onClick={() => setOpened(!opened)}
              className="inline-flex items-center gap-0.5 rounded hover:text-ink"
            >
              <span className={`transition-transform ${opened ? 'rotate-90' : ''}`}>
                <ChevronRightIcon />
              </span>
              {hasChanges(event) ? texts.activityEntry.changes : texts.activityEntry.details}
            </button>
          )}
          {event.undoable && <UndoButton event={event} describedBy={id} />}
        </p>
        {opened && (
          <div id={`${id}-details`} className="mt-2">
            <EventDetails event={event} />
          </div>
        )}
      </div>
    </li>
  )
}
