import { Suspense, lazy, useLayoutEffect, useState } from 'react'
import { undoLatest } from '../ui/undo.ts'
import { isTyping } from './is-typing.ts'

const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })),
)

/** Handles the shortcuts that work on every page: ? shows all shortcuts, / focuses the filter, Ctrl+Z undoes. */
export function ShortcutHost() {
  const [isOpen, setIsOpen] = useState(false)
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isTyping(event)) return
      if (handle(event)) event.preventDefault()
    }
    function handle({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
      if (ctrlKey || metaKey) return key.toLowerCase() === 'z' && !shiftKey && undoLatest()
      if (key === '/') return focusFilter()
      if (key === '?') setIsOpen(true)
      return key === '?'
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense>
      <ShortcutSheet onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}

/** Focuses the filter of the list on this page. Returns whether there is one. */
function focusFilter(): boolean {
  const field = document.querySelector<HTMLInputElement>('[data-list-filter]')
  field?.focus()
  return field !== null
}
