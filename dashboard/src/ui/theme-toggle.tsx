import { useChooseTheme } from '../preferences.ts'
import { IconButton } from './button.tsx'
import { MoonIcon, ScreenIcon, SunIcon } from './icons.tsx'
import { useStore } from './store.ts'
import { theme, themes } from './theme.ts'

const icons = { system: ScreenIcon, light: SunIcon, dark: MoonIcon }

export function ThemeToggle() {
  const chosen = useStore(theme)
  const choose = useChooseTheme()
  const next = themes[(themes.indexOf(chosen) + 1) % themes.length]!
  const Icon = icons[chosen]
  return (
    <IconButton label={`Theme: ${chosen}. Switch to ${next}`} onClick={() => choose(next)}>
      <Icon />
    </IconButton>
  )
}
