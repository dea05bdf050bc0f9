import { useEffect } from 'react'
import { useChange } from './change.ts'
import { type InputOf, call } from './client.ts'
import { read, useRead } from './read.ts'
import { session } from './session.ts'
import { texts } from './texts.ts'
import { chooseDensity } from './ui/density.ts'
import { chooseLocale } from './ui/locale.ts'
import { type Theme, chooseTheme } from './ui/theme.ts'

const initialVersion = 1

/** Applies the preferences that the user chose on this or another device. */
export function useAppliedPreferences(): void {
  const chosen = useRead('preferences.get', {}).data
  useEffect(() => {
    // A user who never chose anything keeps the settings of this device.
    if (!chosen || chosen.version === initialVersion) return
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
    kinds: ['preferences'],
    show: (cache, choice: Choice) =>
      cache.setQueryData(
        read('preferences.get', {}).queryKey,
        (known) => known && { ...known, ...choice, version: known.version + 1 },
      ),
    send: (choice) => call('preferences.update', choice),
    failed: () => texts.preferenceNotSaved,
  })
}

/** Sets the theme. Without a session, only this device stores it. */
export function useChooseTheme(): (theme: Theme) => void {
  const { mutate } = useChoosePreferences()
  return (theme) => {
    chooseTheme(theme)
    if (session.get().token) mutate({ theme })
  }
}
