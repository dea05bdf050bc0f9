import type { SearchKind } from './kinds.ts'

interface Placed {
  id: string
  key: string | null
}

const item = ({ key }: Placed) => `/items/${encodeURIComponent(key!)}`

/** Where the dashboard shows a thing. */
export const addresses: Record<SearchKind, (placed: Placed) => string> = {
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
