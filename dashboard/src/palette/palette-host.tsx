import { Suspense, lazy, useLayoutEffect } from 'react'
import { useKeysWhileLoading } from '../shortcuts/keys-while-loading.ts'
import { createStore, useStore } from '../ui/store.ts'

const open = createStore(false)
export const openPalette = (): void => open.set(true)
const closePalette = (): void => open.set(false)

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)

/** Opens the palette on Ctrl+K or Cmd+K. Its code is loaded on first use. */
export function PaletteHost() {
  const isOpen = useStore(open)
  const keys = useKeysWhileLoading(isOpen, closePalette)
  // Registers before the first paint, so a shortcut works as soon as the page is visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      open.set(!open.get())
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      closePalette()
    }
  }, [])
  if (!isOpen) return null
  return (
    <Suspense>
      <CommandPalette keys={keys} onClose={closePalette} />
    </Suspense>
  )
}
