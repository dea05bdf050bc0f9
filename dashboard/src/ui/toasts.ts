import { Problem } from '../client.ts'
import { createStore } from './store.ts'

export interface Toast {
  id: number
  text: string
  tone: 'plain' | 'danger' | 'news'
  /** What can be done about it, from here. */
  action?: { name: string; run: () => void }
}

type NewToast = Pick<Toast, 'text'> & Partial<Toast> & { undo?: () => void }

export const toasts = createStore<Toast[]>([])
let last = 0

export function showToast({ text, tone = 'plain', undo, ...given }: NewToast): void {
  const action = undo ? { name: 'Undo', run: undo } : given.action
  const toast: Toast = { id: ++last, text, tone, ...(action && { action }) }
  // News is a single line that changes; the rest stacks up, three at most.
  const kept = toasts.get().filter((other) => tone !== 'news' || other.tone !== 'news')
  toasts.set([...kept.slice(-2), toast])
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

/** Says what was refused, unless a dialog says it already. */
export function showProblem(error: Error): void {
  showError(error, undefined)
}

/** Says what has not happened, and why. */
export function showError(error: Error, failed: string | undefined): void {
  if (error instanceof Problem && error.code === 'sign_in_again') return
  showToast({ text: failed ? `${failed} ${error.message}` : error.message, tone: 'danger' })
}
