import { Suspense, lazy, useLayoutEffect, useState } from 'react'
import { openAsk } from '../pages/ask/open-ask.ts'
import { openCreateTask } from '../pages/tasks/create/open-create-task.ts'
import { useGoToKeys } from './go-to-keys.ts'
import { hasOwnUndo, isTyping } from './is-typing.ts'
import { undoWhenSaved } from './undo-when-saved.ts'

const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })),
)

/**
 * Handles the shortcuts of every page: ? shows all shortcuts, / focuses the filter, C creates a task, Q asks a question,
 * Ctrl+Z undoes.
 */
export function ShortcutHost() {
  const [isOpen, setIsOpen] = useState(false)
  useGoToKeys()
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return
      if (handle(event)) event.preventDefault()
    }
    function handle(event: KeyboardEvent): boolean {
      const { key, ctrlKey, metaKey, shiftKey } = event
      if (ctrlKey || metaKey)
        return key.toLowerCase() === 'z' && !shiftKey && !hasOwnUndo(event) && undoWhenSaved()
      if (isTyping(event)) return false
      if (key === '/') return focusFilter()
      if (key === '?') setIsOpen(true)
      const isCreate = key.toLowerCase() === 'c' && !shiftKey
      if (isCreate) openCreateTask()
      const isAsk = key.toLowerCase() === 'q' && !shiftKey
      if (isAsk) openAsk()
      return key === '?' || isCreate || isAsk
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
