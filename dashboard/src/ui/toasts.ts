import { Problem } from '../client.ts'
import { createStore } from './store.ts'
import { texts } from './texts.ts'
import { registerUndo } from './undo.ts'

export interface Toast {
  id: number
  text: string
  tone: 'plain' | 'danger' | 'update'
  /** A button in the toast. */
  action?: { name: string; run: () => void }
}

type NewToast = Pick<Toast, 'text'> & Partial<Toast> & { undo?: () => void }

export const toasts = createStore<Toast[]>([])
let last = 0

export function showToast({ text, tone = 'plain', undo, ...rest }: NewToast): void {
  const id = ++last
  const undoOnce =
    undo &&
    registerUndo(() => {
      dismissToast(id)
      undo()
    })
  const action = undoOnce ? { name: texts.undo, run: undoOnce } : rest.action
  const toast: Toast = { id, text, tone, ...(action && { action }) }
  // A new update replaces the last one. Other toasts stack, three at most.
  const others = toasts.get().filter((other) => tone !== 'update' || other.tone !== 'update')
  toasts.set([...others.slice(-2), toast])
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

/** Shows the message of a rejection, unless a dialog already does. */
export function showProblem(error: Error): void {
  showError(error, undefined)
}

/** Shows what failed and why. */
export function showError(error: Error, failed: string | undefined): void {
  if (error instanceof Problem && error.code === 'sign_in_again') return
  showToast({ text: failed ? `${failed} ${error.message}` : error.message, tone: 'danger' })
}
