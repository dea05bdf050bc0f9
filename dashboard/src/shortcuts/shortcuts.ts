import { areas } from '../shell/sections.ts'
import { projectPages } from './go-to-keys.ts'

interface Shortcut {
  /** The keys, in the order in which they are pressed. Alternatives are separate lists. */
  keys: string[][]
  does: string
}

interface ShortcutGroup {
  title: string
  shortcuts: Shortcut[]
}

/** All keyboard shortcuts, as the shortcut sheet shows them. */
export const shortcutGroups: ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [['Ctrl', 'K']], does: 'Open the command palette' },
      { keys: [['C']], does: 'Create a task' },
      { keys: [['Q']], does: 'Ask a question' },
      { keys: [['Ctrl', 'Enter']], does: 'Create the task in the open dialog' },
      { keys: [['Ctrl', 'Z']], does: 'Undo the last change' },
      { keys: [['/']], does: 'Focus the filter of the list' },
      { keys: [['[']], does: 'Collapse or expand the sidebar' },
      { keys: [['?']], does: 'Show all shortcuts' },
    ],
  },
  {
    title: 'Go to',
    shortcuts: areas.flatMap(({ letter, name }) =>
      letter ? [{ keys: [['G', letter.toUpperCase()]], does: name }] : [],
    ),
  },
  {
    title: 'Go to, in a project',
    shortcuts: projectPages.map(({ letter, name }) => ({ keys: [['G', letter.toUpperCase()]], does: name })),
  },
  {
    title: 'Task list',
    shortcuts: [
      { keys: [['J'], ['↓']], does: 'Move to the next task' },
      { keys: [['K'], ['↑']], does: 'Move to the previous task' },
      { keys: [['Enter']], does: 'Open the task' },
      { keys: [['X']], does: 'Select the task' },
      {
        keys: [
          ['Shift', '↓'],
          ['Shift', '↑'],
        ],
        does: 'Extend the selection',
      },
      { keys: [['Esc']], does: 'Clear the selection' },
      { keys: [['S']], does: 'Set the status' },
      { keys: [['A']], does: 'Set the assignee' },
      { keys: [['P']], does: 'Set the priority' },
      { keys: [['L']], does: 'Add or remove a label' },
      { keys: [['Menu'], ['Shift', 'F10']], does: 'Open the actions of the task' },
    ],
  },
  {
    title: 'Task',
    shortcuts: [
      { keys: [['J']], does: 'Open the next task of the list' },
      { keys: [['K']], does: 'Open the previous task of the list' },
    ],
  },
  {
    title: 'Board',
    shortcuts: [
      { keys: [['Enter']], does: 'Open the task' },
      { keys: [['Space']], does: 'Lift or drop the card' },
      { keys: [['←'], ['↑'], ['→'], ['↓']], does: 'Move between cards, or move the lifted card' },
      { keys: [['Esc']], does: 'Cancel the move' },
      { keys: [['Menu'], ['Shift', 'F10']], does: 'Open the actions of the task' },
    ],
  },
  {
    title: 'Inbox',
    shortcuts: [
      { keys: [['J'], ['K']], does: 'Move to the next or previous notification' },
      { keys: [['E']], does: 'Mark the notification as read or unread' },
    ],
  },
]

export const sheetTexts = { title: 'Keyboard shortcuts', or: 'or' }
