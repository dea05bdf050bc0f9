import { useQuery } from '@tanstack/react-query'
import { ChevronRightIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { projectsQuery } from '../../queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Time } from '../../ui/time.tsx'
import { NameLink } from '../../ui/links.tsx'
import { ActivityEntry } from './activity-entry.tsx'
import { Actor, LinkedSentence } from './event-sentence.tsx'
import { itemKey } from './group-events.ts'
import type { Activity } from './queries.ts'
import { describeAction, titleIn } from './sentences.ts'
import { linkToSubject } from './subject-link.ts'
import { texts } from './texts.ts'

const { activityGroup } = texts
const maxTitles = 2

/** Several events of one actor on one item, newest first: a summary that shows each event when it is expanded. */
export function ActivityGroup({ events }: { events: [Activity, ...Activity[]] }) {
  const id = useId()
  const [opened, setOpened] = useState(false)
  const projects = useQuery(projectsQuery(false)).data
  const [latest] = events
  const project = projects?.find((each) => each.id === latest.project)
  // A comment has no page of its own, but its task has.
  const linked = events.find((event) => linkToSubject(event, project?.slug)) ?? latest
  const item = itemKey(latest) ?? latest.subject.kind
  const titles = [...new Set(events.flatMap((event) => titleIn(event) ?? []))].slice(0, maxTitles)
  return (
    <li className="flex gap-3 px-4 py-2.5">
      <Avatar {...latest.actor} size="mt-0.5 size-6 text-[11px]" />
      <div className="min-w-0 grow">
        <p id={id} className="wrap-anywhere">
          <Actor actor={latest.actor} />{' '}
          <LinkedSentence
            event={linked}
            slug={project?.slug}
            sentence={activityGroup.summary(events.length, item)}
          />
        </p>
        <p className="line-clamp-2 text-muted wrap-anywhere">
          {titles.length > 0 ? titles.join(' · ') : describeAction(latest)}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-[13px] text-muted">
          <Time at={latest.at} />
          {project && (
            <NameLink to="/projects/$slug" params={{ slug: project.slug }}>
              {project.name}
            </NameLink>
          )}
          <button
            type="button"
            aria-expanded={opened}
            aria-controls={`${id}-events`}
            aria-describedby={id}
            onClick={() => setOpened(!opened)}
            className="inline-flex min-h-6 items-center gap-0.5 rounded hover:text-ink"
          >
            <span className={`transition-transform ${opened ? 'rotate-90' : ''}`}>
              <ChevronRightIcon />
            </span>
            {activityGroup.show(events.length)}
          </button>
        </p>
        {opened && (
          <ol id={`${id}-events`} className="mt-2 -mr-4 flex flex-col divide-y border-t">
            {events.map((event) => (
              <ActivityEntry key={event.id} event={event} />
            ))}
          </ol>
        )}
      </div>
    </li>
  )
}
