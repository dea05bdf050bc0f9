import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LayersIcon } from 'lucide-react'
import { linkTo } from '../pages/tasks/views/view-link.ts'
import { readAll } from '../read.ts'
import { FavoriteViewButton } from './favorite-button.tsx'
import { useFavorites } from './favorites.ts'
import { activeProps, inactiveProps } from './sidebar-entry.tsx'
import { texts } from './texts.ts'

/** The favorite views of all projects, in the order in which the user added them. */
export function SidebarViews({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { favorites } = useFavorites('favoriteViews')
  const views = useQuery(readAll('views.listFavorite', { limit: 200 })).data
  const shown = favorites.flatMap((id) => views?.find((view) => view.id === id) ?? [])
  if (shown.length === 0) return null
  return (
    <ul aria-label={texts.sidebar.views} className="mt-px ml-4 flex flex-col gap-px border-l pl-1.5">
      {shown.map((view) => (
        <li
          key={view.id}
          className="flex min-w-0 items-center rounded-md hover:bg-hover has-[[aria-current=page]]:bg-hover"
        >
          <Link
            {...linkTo(view)}
            className="flex min-w-0 grow items-center gap-1.5 rounded-md px-2 py-1.5 hover:text-ink md:py-1"
            activeProps={activeProps}
            inactiveProps={inactiveProps}
            activeOptions={{ exact: true, includeSearch: true }}
            onClick={onNavigate}
          >
            <LayersIcon />
            <span className="truncate">{view.name}</span>
          </Link>
          <FavoriteViewButton view={view} />
        </li>
      ))}
    </ul>
  )
}
