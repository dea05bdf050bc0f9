/** Kinds of searchable items. */
export const searchKinds = [
  'project',
  'epic',
  'story',
  'task',
  'feature',
  'comment',
  'note',
  'decision',
  'spec',
  'skill',
  'agent',
  'session',
  'memory',
  'doc',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** Kinds with items of no organization: built-in or public ones, which every user can find. */
export const builtInKinds: readonly SearchKind[] = ['skill', 'doc']
