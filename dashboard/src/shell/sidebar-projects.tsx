import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Project } from '../client.ts'
import { projectsQuery } from '../queries.ts'
import { FavoriteButton } from './favorite-button.tsx'
import { useFavorites } from './favorites.ts'
import { useRecentItems } from './recent-items.ts'
import { activeProps, inactiveProps } from './sidebar-entry.tsx'
import { texts } from './texts.ts'

const maxOthers = 8

/** The projects below their entry in the sidebar: the favorites, then the projects that were opened last. */
export function SidebarProjects({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const projects = useQuery(projectsQuery(false)).data ?? []
  const { favorites } = useFavorites()
  const others = useByLastVisit(projects.filter(({ id }) => !favorites.includes(id)))
  const shown = [
    ...favorites.flatMap((id) => projects.find((project) => project.id === id) ?? []),
    ...others.slice(0, maxOthers),
  ]
  if (shown.length === 0) return null
  const left = projects.length - shown.length
  return (
    <ul aria-label={texts.sidebar.projects} className="mt-px ml-4 flex flex-col gap-px border-l pl-1.5">
      {shown.map((project) => (
        <li
          key={project.id}
          className="group flex min-w-0 items-center rounded-md hover:bg-hover has-[[aria-current=page]]:bg-hover"
        >
          <Link
            to="/projects/$slug"
            params={{ slug: project.slug }}
            className="min-w-0 grow truncate rounded-md px-2 py-1.5 hover:text-ink md:py-1"
            activeProps={activeProps}
            inactiveProps={inactiveProps}
            activeOptions={{ includeSearch: false }}
            onClick={onNavigate}
          >
            {project.name}
          </Link>
          <FavoriteButton
            project={project}
            // Visible for favorites. A pointer or the keyboard shows the others, touch screens always do.
            className={
              favorites.includes(project.id)
                ? ''
                : 'pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 focus-visible:opacity-100!'
            }
          />
        </li>
      ))}
      {left > 0 && (
        <li>
          <Link
            to="/projects"
            className="block rounded-md px-2 py-1 text-[13px] text-muted hover:bg-hover hover:text-ink"
            onClick={onNavigate}
          >
            {texts.sidebar.moreProjects(left)}
          </Link>
        </li>
      )}
    </ul>
  )
}

/** Sorts projects by their last visit in this browser. The others keep their order. */
function useByLastVisit(projects: Project[]): Project[] {
  const visited = useRecentItems()
    .filter(({ kind }) => kind === 'project')
    .map(({ url }) => url)
  const rank = ({ slug }: Project) => {
    const index = visited.indexOf(`/projects/${slug}`)
    return index < 0 ? visited.length : index
  }
  return projects.toSorted((one, other) => rank(one) - rank(other))
}
