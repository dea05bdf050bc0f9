/** Everything that can be found. */
export const searchKinds = [
  ...(['project', 'epic', 'story', 'task', 'feature', 'comment'] as const),
  ...(['note', 'decision', 'spec', 'skill', 'agent', 'session', 'memory', 'doc'] as const),
] as const
export type SearchKind = (typeof searchKinds)[number]

/** Of these, some belong to no organization: they come with Baton or are for everybody, and everybody finds them. */
export const comingWithBaton: readonly SearchKind[] = ['skill', 'doc']
