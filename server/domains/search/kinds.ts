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

/** Kinds of the public site. They belong to no organization, and only the public search finds them. */
const siteKinds = ['page', 'post'] as const

/** Kinds in the index. */
export const indexedKinds = [...searchKinds, ...siteKinds] as const
export type IndexedKind = (typeof indexedKinds)[number]

/** Kinds with items of no organization: built-in or public ones, which every user can find. */
export const builtInKinds: readonly IndexedKind[] = ['skill', 'doc']

interface Linkable {
  id: string
  key: string | null
}

const item = ({ key }: Linkable) => `/items/${encodeURIComponent(key!)}`

/** Dashboard paths by kind. */
export const dashboardPaths: Record<SearchKind, (linkable: Linkable) => string> = {
  project: ({ key }) => `/projects/${key}`,
  epic: item,
  story: item,
  task: item,
  feature: item,
  comment: item,
  note: ({ id }) => `/notes/${id}`,
  decision: ({ key }) => `/decisions/${key}`,
  spec: ({ key }) => `/specs/${key}`,
  skill: ({ key }) => `/skills/${key}`,
  agent: ({ id }) => `/agents/${id}`,
  session: ({ id }) => `/sessions/${id}`,
  memory: ({ id }) => `/memory/${id}`,
  doc: ({ key }) => `/docs/${key}`,
}
