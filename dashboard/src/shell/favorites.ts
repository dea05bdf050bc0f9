import { useChoosePreferences } from '../preferences.ts'
import { useRead } from '../read.ts'
import { theme } from '../ui/theme.ts'

type FavoriteList = 'favoriteProjects' | 'favoriteViews'

/** Returns the ids of the user's favorite projects or views, and a function that adds or removes one. */
export function useFavorites(list: FavoriteList = 'favoriteProjects') {
  const preferences = useRead('preferences.get', {}).data
  const { mutate } = useChoosePreferences()
  const favorites = preferences?.[list] ?? []
  function toggle(id: string): void {
    const others = favorites.filter((each) => each !== id)
    const next = others.length < favorites.length ? others : [...others, id]
    // The first choice stores all preferences of the user, so it includes the theme of this device.
    mutate({ [list]: next, ...(preferences?.version === 1 && { theme: theme.get() }) })
  }
  return { favorites, toggle }
}
