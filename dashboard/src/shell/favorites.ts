import { useChoosePreferences } from '../preferences.ts'
import { useRead } from '../read.ts'
import { theme } from '../ui/theme.ts'

/** Returns the ids of the user's favorite projects, and a function that adds or removes one. */
export function useFavorites() {
  const preferences = useRead('preferences.get', {}).data
  const { mutate } = useChoosePreferences()
  const favorites = preferences?.favoriteProjects ?? []
  function toggle(id: string): void {
    const others = favorites.filter((each) => each !== id)
    const favoriteProjects = others.length < favorites.length ? others : [...others, id]
    // The first choice stores all preferences of the user, so it includes the theme of this device.
    mutate({ favoriteProjects, ...(preferences?.version === 1 && { theme: theme.get() }) })
  }
  return { favorites, toggle }
}
