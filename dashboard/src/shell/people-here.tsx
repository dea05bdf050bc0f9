import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Present, useOthersHere } from '../live/presence.ts'
import { projectsQuery } from '../queries.ts'
import { Faces, namesOf } from '../ui/faces.tsx'
import { Person } from '../ui/person.tsx'
import { Popover } from '../ui/popover.tsx'

/** Who else of the organization has a page open, and where they are. */
export function PeopleHere() {
  const others = useOthersHere()
  if (others.length === 0) return null
  return (
    <Popover
      label={`Here now: ${namesOf(others)}`}
      button={<Faces people={others} />}
      buttonClassName="hidden h-8 items-center rounded-md px-1.5 hover:bg-hover sm:flex"
      className="w-72"
    >
      <h2 className="px-2.5 pt-1.5 pb-1 text-xs font-semibold text-muted">Here now</h2>
      <ul aria-label="Here now" className="pb-1">
        {others.map((person) => (
          <Whereabouts key={person.user.id} {...person} />
        ))}
      </ul>
    </Popover>
  )
}

function Whereabouts({ user, status, place }: Present) {
  return (
    <li className="px-2.5 py-1.5">
      <Person
        kind="user"
        {...user}
        picture={user.avatarUrl}
        detail={
          status === 'away' ? (
            'Away'
          ) : place?.project ? (
            <AtWork project={place.project} item={place.item} />
          ) : (
            'Here'
          )
        }
      />
    </li>
  )
}

function AtWork({ project, item }: { project: string; item: string | null }) {
  const name = useQuery(projectsQuery(false)).data?.find(({ slug }) => slug === project)?.name ?? project
  const look = 'underline-offset-2 hover:text-ink hover:underline'
  return (
    <>
      <Link to="/projects/$slug" params={{ slug: project }} className={look}>
        {name}
      </Link>
      {item && (
        <>
          {' · '}
          <Link to="/items/$item" params={{ item }} className={look}>
            {item}
          </Link>
        </>
      )}
    </>
  )
}

/** Who else has this project open, or this item of it. */
export function LookingOn({ project, item }: { project: string; item?: string }) {
  const others = useOthersHere(project, item)
  if (others.length === 0) return null
  const label = `Also ${item ? `looking at ${item}` : 'in this project'}: ${namesOf(others)}`
  return (
    <span role="img" aria-label={label} title={label} className="flex shrink-0">
      <Faces people={others} />
    </span>
  )
}
