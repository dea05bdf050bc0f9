import type { LinkProps } from '@tanstack/react-router'
import type { Conflict } from './queries.ts'

/** Returns the link to the item of a conflict, or undefined if it is deleted. */
export function linkToItem({ kind, item: { id, key, deleted }, project }: Conflict): LinkProps | undefined {
  if (deleted) return undefined
  const page = pages[kind]?.(id)
  if (page || project === null) return page
  const params = { slug: project }
  if (kind === 'task') return { to: '/projects/$slug/tasks/$task', params: { ...params, task: key } }
  if (kind === 'feature')
    return { to: '/projects/$slug/features/$feature', params: { ...params, feature: key } }
  return { to: kind === 'project' ? '/projects/$slug/overview' : '/projects/$slug/tree', params }
}

/** The kinds with a page outside of projects. */
const pages: Partial<Record<Conflict['kind'], (id: string) => LinkProps>> = {
  note: (note) => ({ to: '/notes/$note', params: { note } }),
  decision: (decision) => ({ to: '/decisions/$decision', params: { decision } }),
  spec: (spec) => ({ to: '/specs/$spec', params: { spec } }),
  skill: (skill) => ({ to: '/skills/$skill', params: { skill } }),
  agent: (agent) => ({ to: '/agents/$agent', params: { agent } }),
  session: (session) => ({ to: '/sessions/$session', params: { session } }),
  ai_session: (aiSession) => ({ to: '/ask/$aiSession', params: { aiSession } }),
  memory: (entry) => ({ to: '/memory', search: { entry } }),
}
