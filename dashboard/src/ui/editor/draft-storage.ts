/** The start of the keys of drafts in the local storage. */
export const draftPrefix = 'baton.draft.'

/** Deletes all drafts, so that the next user of this browser can't read them. */
export function deleteDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) localStorage.removeItem(key)
}
