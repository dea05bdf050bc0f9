import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useChange } from './change.ts'
import { type InputOf, call } from './client.ts'
import { preferencesQuery } from './queries.ts'
import { session } from './session.ts'
import { chooseDensity } from './ui/density.ts'
import { chooseLocale } from './ui/locale.ts'
import { type Theme, chooseTheme } from './ui/theme.ts'

const untouched = 1

/** Makes this device look as its person has chosen, here or on another one. */
export function useAppliedPreferences(): void {
  const chosen = useQuery(preferencesQuery).data
  useEffect(() => {
    // Whoever has never chosen anything keeps what this device shows.
    if (!chosen || chosen.version === untouched) return
    chooseTheme(chosen.theme)
    chooseDensity(chosen.density)
    chooseLocale(chosen.locale)
  }, [chosen])
}

type Choice = {
  [Name in keyof InputOf<'preferences.update'>]: NonNullable<InputOf<'preferences.update'>[Name]>
}

export function useChoosePreferences() {
  return useChange({
    keys: [preferencesQuery.queryKey],
    show: (cache, choice: Choice) =>
      cache.setQueryData(
        preferencesQuery.queryKey,
        (known) => known && { ...known, ...choice, version: known.version + 1 },
      ),
    send: (choice) => call('preferences.update', choice),
    failed: () => 'Your choice was not kept.',
  })
}

/** A stranger's choice is kept by the device alone. */
export function useChooseTheme(): (theme: Theme) => void {
  const { mutate } = useChoosePreferences()
  return (theme) => {
    chooseTheme(theme)
    if (session.get().token) mutate({ theme })
  }
}
