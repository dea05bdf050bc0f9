import { ChevronRightIcon } from 'lucide-react'
import { useId, useState } from 'react'
import type { Home } from '../../queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { NameLink } from '../../ui/links.tsx'
import { Time } from '../../ui/time.tsx'
import { EventSentence, LinkedAction } from '../activity/event-sentence.tsx'
import { titleIn } from '../activity/sentences.ts'
import { describeActions } from './describe-actions.ts'
import { NoItems, SectionCard } from './section-card.tsx'
import { texts } from './texts.ts'

type Group = Home['activity']['groups'][number]

const { sinceLastVisit } = texts

/** The activity since the previous visit: a line for each project and actor, which opens to the events. */
export function SinceLastVisit({ home: { activity, isFirstVisit } }: { home: Home }) {
  const byProject = Map.groupBy(activity.groups, ({ project }) => project?.slug)
  return (
    <SectionCard
      title={isFirstVisit ? sinceLastVisit.firstTitle : sinceLastVisit.title}
      action={<NameLink to="/activity">{sinceLastVisit.all}</NameLink>}
    >
      {byProject.size === 0 && <NoItems>{sinceLastVisit.empty}</NoItems>}
      {[...byProject].map(([slug, groups]) => (
        <div key={slug ?? ''} className="not-first:border-t">
          <h3 className="bg-canvas px-4 py-1.5 text-[13px] font-medium">
            {slug === undefined ? (
              sinceLastVisit.organization
            ) : (
              <NameLink to="/projects/$slug" params={{ slug }}>
                {groups[0]!.project!.name}
              </NameLink>
            )}
          </h3>
          <ul className="divide-y">
            {groups.map((group) => (
              <GroupRow key={`${group.actor.kind} ${group.actor.id}`} group={group} />
            ))}
          </ul>
        </div>
      ))}
      {activity.truncated && <NoItems>{sinceLastVisit.truncated}</NoItems>}
    </SectionCard>
  )
}

function GroupRow({ group }: { group: Group }) {
  const { actor, actions, at, events, project } = group
  const id = useId()
  const [opened, setOpened] = useState(false)
  const [only] = events
  return (
    <li className="flex gap-3 px-4 py-(--row-inset)">
      <Avatar {...actor} size="mt-0.5 size-6 text-[11px]" />
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">
          {events.length === 1 && only ? (
            <EventSentence event={only} slug={project?.slug} />
          ) : (
            <>
              <span className={`font-medium ${actor.kind === 'agent' ? 'text-agent' : ''}`}>
                {actor.name}
              </span>{' '}
              {describeActions(actions)}
            </>
          )}
        </p>
        {events.length === 1 && only && <EventContent event={only} />}
        <p className="mt-0.5 text-xs text-muted">
          <Time at={at} />
        </p>
        {opened && <GroupEvents id={id} group={group} />}
      </div>
      {events.length > 1 && (
        <button
          type="button"
          aria-label={sinceLastVisit.show(actor.name)}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
          className="flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <span className={`transition-transform ${opened ? 'rotate-90' : ''}`}>
            <ChevronRightIcon />
          </span>
        </button>
      )}
    </li>
  )
}

function GroupEvents({ id, group: { events, more, project, actor } }: { id: string; group: Group }) {
  return (
    <ol id={id} className="mt-2 flex flex-col gap-2 border-l pl-3 text-[13px]">
      {events.map((event) => (
        <li key={event.id}>
          <p className="wrap-anywhere">
            <LinkedAction event={event} slug={project?.slug} />{' '}
            <span className="text-xs text-muted">
              <Time at={event.at} />
            </span>
          </p>
          <EventContent event={event} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <NameLink
            to="/activity"
            search={{
              ...(project && { project: project.slug }),
              ...(actor.kind === 'agent' && { agent: actor.name }),
            }}
          >
            {sinceLastVisit.more(more)}
          </NameLink>
        </li>
      )}
    </ol>
  )
}

/** The text of a comment or note, or else the title of the item. */
function EventContent({ event }: { event: Group['events'][number] }) {
  const content = titleIn(event) ?? event.title
  return content && <p className="line-clamp-2 text-[13px] text-muted wrap-anywhere">{content}</p>
}
