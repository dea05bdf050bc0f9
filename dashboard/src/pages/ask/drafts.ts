import { createStore, useStore } from '../../ui/store.ts'

/** The unsent question of each conversation, by its id, so that navigation doesn't lose it. */
const drafts = createStore<Readonly<Record<string, string>>>({})

/** The key of the draft for a conversation that doesn't exist yet. */
export const newDraft = 'new'

export function setDraft(conversation: string, text: string): void {
  drafts.set({ ...drafts.get(), [conversation]: text })
}

export function useDraft(conversation: string): string {
  return useStore(drafts, (all) => all[conversation] ?? '')
}

export function forgetDrafts(): void {
  drafts.set({})
}
