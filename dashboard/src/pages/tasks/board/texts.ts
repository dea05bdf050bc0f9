/** Texts of the board. */
export const texts = {
  boardPage: {
    label: 'Board',
    help: 'Press Enter to open the task. Press Space to lift it, the arrow keys to move it, Space to drop it and Escape to cancel.',
  },

  column: {
    expand: (status: string) => `Expand ${status}`,
    collapse: (status: string) => `Collapse ${status}`,
    add: (status: string) => `Add task to ${status}`,
    noun: 'tasks',
    more: 'Show more',
    estimates: 'Sum of the estimates',
    points: (points: string) => `${points} pt`,
  },

  card: {
    estimate: (points: number) => `Estimate: ${points}`,
  },

  cardMenu: {
    label: (key: string) => `Move ${key}`,
    withinColumn: 'Within the column',
    top: 'To top',
    up: 'Up',
    down: 'Down',
    bottom: 'To bottom',
    toColumn: 'To column',
  },

  move: {
    moved: (key: string) => `Moved ${key}.`,
    movedTo: (key: string, status: string) => `Moved ${key} to ${status}.`,
    undone: (key: string) => `Moved ${key} back.`,
    failed: (key: string) => `Couldn't move ${key}.`,
  },

  /** Announcements for screen readers. */
  lift: {
    place: (status: string, position: number, count: number) => `${status}, ${position} of ${count}`,
    lifted: (key: string, place: string) =>
      `Lifted ${key}. ${place}. Press the arrow keys to move it, Space to drop it or Escape to cancel.`,
    cancelled: (key: string, place: string) => `Cancelled. ${key} stays in ${place}.`,
    dropped: (key: string, place: string) => `Dropped ${key} in ${place}.`,
  },
}
