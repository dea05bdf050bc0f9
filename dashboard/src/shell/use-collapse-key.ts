import { useEffect } from 'react'
import { createLocalStore } from '../ui/store.ts'

export const sidebarCollapsed = createLocalStore('baton.sidebar-collapsed', false)

/** Collapses and expands the sidebar with the key `[`, unless the user is typing. */
export function useCollapseKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Several keyboard layouts produce the character with Alt or AltGr, which also reports Ctrl.
      if (event.key !== '[' || event.metaKey || (event.ctrlKey && !event.altKey)) return
      const target = event.target as HTMLElement
      if (target.isContentEditable || target.closest('input, textarea, select, dialog')) return
      event.preventDefault()
      sidebarCollapsed.set(!sidebarCollapsed.get())
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
