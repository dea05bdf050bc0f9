/** Texts of the shared components. */
export const texts = {
  close: 'Close',
  dismiss: 'Dismiss',
  undo: 'Undo',
  showMore: 'Show more',
  noMatches: 'No matches.',
  stepDone: ', done',

  publicUrl: { copy: 'Copy public URL' },

  copyButton: {
    copy: 'Copy',
    copied: 'Copied',
    failed: "Your browser doesn't allow copying here. Select the text and copy it yourself.",
  },

  diff: {
    label: 'Changes',
    same: 'No changes.',
    inexact: ' Too much changed to compare line by line, so everything in between is marked as changed.',
    lineBefore: 'Line before',
    lineAfter: 'Line after',
    text: 'Text',
    added: ' lines added',
    removed: ' lines removed',
    addedLine: 'Added: ',
    removedLine: 'Removed: ',
    unchanged: (count: number) => (count === 1 ? '1 unchanged line' : `${count} unchanged lines`),
    omitted: (count: number) => `${count} more lines aren't shown.`,
  },

  conflict: {
    label: 'Conflict',
    text: (subject: string) => `${subject} changed while you were editing.`,
    explanation: 'If you keep yours, saving replaces theirs. Their version stays in the history.',
    theirs: (field: string) => `${field} (theirs)`,
    mine: (field: string) => `${field} (yours)`,
    acceptTheirs: 'Use theirs',
    keepMine: 'Keep mine',
  },

  discardChanges: 'Discard changes',

  unsaved: {
    title: 'Discard changes?',
    text: 'You have unsaved changes.',
    discard: 'Discard',
    keep: 'Keep editing',
  },

  typedConfirm: { delete: 'Delete' },

  onlineMembers: {
    more: (count: number) => `${count} more`,
    away: (name: string) => `${name} (away)`,
    and: (names: string, last: string) => `${names} and ${last}`,
  },

  filters: {
    button: 'Filter',
    any: 'Any',
    active: 'Filters',
    remove: 'Remove filter',
  },

  markdown: {
    code: 'Code',
    table: 'Table',
    done: 'Done',
    toDo: 'To do',
    missingNote: "This note doesn't exist yet",
  },

  notFound: {
    title: 'Page not found',
    text: 'Check the URL. The page may have moved.',
    home: 'Go to Home',
  },

  list: {
    shown: (count: number, noun: string) => `${count} ${noun} shown`,
    allShown: (count: number, noun: string) => `All ${count} ${noun} shown`,
  },

  loading: (noun: string) => `Loading ${noun}…`,
  loadError: "Couldn't load this",

  progress: (done: number, total: number) => `${done} of ${total} done`,

  kinds: { user: '', system: '', agent: ', agent', team: ', team' },

  theme: (current: string, next: string) => `Theme: ${current}. Switch to ${next}`,

  time: { justNow: 'just now', today: 'Today', yesterday: 'Yesterday' },

  toasts: { label: 'Notifications' },

  chart: {
    label: (title: string) => `${title}: use the arrow keys to read the values`,
    table: 'Show as table',
    tableOf: (title: string) => `Table: ${title}`,
    none: '–',
    units: { days: 'Days', hours: 'Hours', minutes: 'Minutes' },
  },
}
