import { createStore } from '../../ui/store.ts'
import type { Scope } from './shapes.ts'

export interface AskPanelState {
  isOpen: boolean
  /** The conversation in the panel, which stays there while the user navigates. */
  aiSession: string | undefined
  /** The project or repository of a new conversation, if it isn't that of the open page. */
  scope: Scope | undefined
}

export const closedPanel: AskPanelState = {
  isOpen: false,
  aiSession: undefined,
  scope: undefined,
}

export const askPanel = createStore(closedPanel)

/** Opens the panel with the last conversation. */
export function openAsk(): void {
  // The pages of conversations have the field themselves.
  const field = document.querySelector<HTMLElement>('[data-composer]')
  if (field) field.focus()
  else askPanel.set({ ...askPanel.get(), isOpen: true })
}

/** Opens the panel with a new conversation. Without a scope, it is about the open page. */
export function startAsk(scope?: Scope): void {
  askPanel.set({ isOpen: true, aiSession: undefined, scope })
}

export function closeAsk(): void {
  askPanel.set({ ...askPanel.get(), isOpen: false })
}
