import { StarIcon } from 'lucide-react'
import type { Project } from '../client.ts'
import { IconButton } from '../ui/button.tsx'
import { useFavorites } from './favorites.ts'
import { texts } from './texts.ts'

interface FavoriteButtonProps {
  project: Pick<Project, 'id' | 'name'>
  className?: string
}

/** The star that adds a project to the favorites in the sidebar, or removes it. */
export function FavoriteButton({ project, className = '' }: FavoriteButtonProps) {
  return <Star {...project} {...useFavorites()} className={className} />
}

/** The star that adds a saved view to the favorites in the sidebar, or removes it. */
export function FavoriteViewButton({ view }: { view: { id: string; name: string } }) {
  return <Star {...view} {...useFavorites('favoriteViews')} />
}

interface StarProps extends ReturnType<typeof useFavorites> {
  id: string
  name: string
  className?: string
}

function Star({ id, name, favorites, toggle, className = '' }: StarProps) {
  const isFavorite = favorites.includes(id)
  const { addFavorite, removeFavorite } = texts.sidebar
  return (
    <IconButton
      label={isFavorite ? removeFavorite(name) : addFavorite(name)}
      className={className}
      onClick={() => toggle(id)}
    >
      <span className={isFavorite ? '[&>svg]:fill-current text-accent' : ''}>
        <StarIcon />
      </span>
    </IconButton>
  )
}
