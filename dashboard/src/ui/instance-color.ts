const storageKey = 'baton.color'

/** The theme color of the instance for light and dark pages. */
export interface InstanceColor {
  light: string
  dark: string
}

/** Applies the theme color of the instance. public/theme.js does the same before the first paint. */
export function applyInstanceColor(color: InstanceColor | null): void {
  const { style } = document.documentElement
  if (color === null) {
    for (const name of ['--color-accent', '--color-accent-hover', '--color-accent-soft'])
      style.removeProperty(name)
    localStorage.removeItem(storageKey)
    return
  }
  const value = `light-dark(${color.light}, ${color.dark})`
  style.setProperty('--color-accent', value)
  style.setProperty('--color-accent-hover', 'color-mix(in oklab, var(--color-accent) 85%, var(--color-ink))')
  style.setProperty(
    '--color-accent-soft',
    'color-mix(in oklab, var(--color-accent) 10%, var(--color-surface))',
  )
  localStorage.setItem(storageKey, value)
}
