import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Present, useOthersOnline } from '../live/presence.ts'
import { projectsQuery } from '../queries.ts'
import { AvatarStack, namesOf } from '../ui/avatar-stack.tsx'
import { Person } from '../ui/person.tsx'
import { Popover } from '../ui/popover.tsx'
import { texts } from './texts.ts'

const labels = texts.onlineMembers

/** Other online members of the organization, with the project or item that they have open. */
export function OnlineMembers() {
  const others = useOthersOnline()
  if (others.length === 0) return null
  return (
    <Popover
      label={labels.label(namesOf(others))}
      button={<AvatarStack people={others} />}
      buttonClassName="hidden h-8 items-center rounded-md px-1.5 hover:bg-hover sm:flex"
      className="w-72"
    >
      <h2 className="px-2.5 pt-1.5 pb-1 text-xs font-semibold text-muted">{labels.title}</h2>
      <ul aria-label={labels.title} className="pb-1">
        {others.map((person) => (
          <OnlineMember key={person.user.id} {...person} />
        ))}
      </ul>
    </Popover>
  )
}

function OnlineMember({ user, status, place }: Present) {
  return (
    <li className="px-2.5 py-1.5">
      <Person
        kind="user"
        {...user}
        imageUrl={user.avatarUrl}
        detail={
          status === 'away' ? (
            labels.away
          ) : place?.project ? (
            <OpenPage project={place.project} item={place.item} />
          ) : (
            labels.online
          )
        }
      />
    </li>
  )
}

function OpenPage({ project, item }: { project: string; item: string | null }) {
  const name = useQuery(projectsQuery(false)).data?.find(({ slug }) => slug === project)?.name ?? project
  const linkClass = 'underline-offset-2 hover:text-ink hover:underline'
  return (
    <>
      <Link to="/projects/$slug" params={{ slug: project }} className={linkClass}>
        {name}
      </Link>
      {item && (
        <>
          {' · '}
          <Link to="/items/$item" params={{ item }} className={linkClass}>
            {item}
          </Link>
        </>
      )}
    </>
  )
}

/** Other members who have this project, or this item of it, open. */
export function OtherViewers({ project, item }: { project: string; item?: string }) {
  const others = useOthersOnline(project, item)
  if (others.length === 0) return null
  const names = namesOf(others)
  const label = item ? labels.viewingItem(item, names) : labels.inProject(names)
  return (
    <span role="img" aria-label={label} title={label} className="flex shrink-0">
      <AvatarStack people={others} />
    </span>
  )
}
