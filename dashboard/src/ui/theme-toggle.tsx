import { MonitorIcon, MoonIcon, SunIcon } from 'lucide-react'
import { useChooseTheme } from '../preferences.ts'
import { IconButton } from './button.tsx'
import { useStore } from './store.ts'
import { theme, themes } from './theme.ts'
import { texts } from './texts.ts'

const icons = { system: MonitorIcon, light: SunIcon, dark: MoonIcon }

export function ThemeToggle() {
  const current = useStore(theme)
  const choose = useChooseTheme()
  const next = themes[(themes.indexOf(current) + 1) % themes.length]!
  const Icon = icons[current]
  return (
    <IconButton label={texts.theme(current, next)} onClick={() => choose(next)}>
      <Icon />
    </IconButton>
  )
}
