import { createStore } from './store.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'baton.theme'

export const theme = createStore<Theme>(stored())

/** Sets the theme. public/theme.js does the same before the first paint. */
export function chooseTheme(chosen: Theme): void {
  if (chosen === 'system') {
    localStorage.removeItem(storageKey)
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem(storageKey, chosen)
    document.documentElement.dataset.theme = chosen
  }
  theme.set(chosen)
}

function stored(): Theme {
  return themes.find((name) => name === localStorage.getItem(storageKey)) ?? 'system'
}
