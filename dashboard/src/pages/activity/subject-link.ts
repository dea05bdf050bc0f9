import type { LinkProps } from '@tanstack/react-router'
import type { ActivityEvent } from '../../client.ts'

/** Returns the link to the subject of an event, or undefined if it was deleted or has no page. */
export function linkToSubject(
  { type, subject, data }: ActivityEvent,
  slug: string | undefined,
): LinkProps | undefined {
  const { kind, id, key } = subject
  const isDeleted = type.endsWith('.deleted') || type.endsWith('.purged')
  // Deleted evidence still links to its feature.
  if (isDeleted && kind !== 'evidence') return undefined
  const page = pages[kind]?.(id) ?? (kind === 'tunnel_run' ? linkToRun(id, data) : undefined)
  if (page) return page
  if (!slug || !key) return undefined
  const params = { slug }
  if (kind === 'task' || kind === 'question') return { to: '/projects/$slug', params, search: { task: key } }
  if (kind === 'project') return { to: '/projects/$slug', params }
  if (kind === 'epic' || kind === 'story') return { to: '/projects/$slug/tree', params }
  if (kind === 'repo') return { to: '/projects/$slug/repos/$repo', params: { slug, repo: id } }
  if (!featureKinds.has(kind)) return undefined
  return { to: '/projects/$slug/features/$feature', params: { slug, feature: key } }
}

function linkToRun(run: string, data: ActivityEvent['data']): LinkProps {
  return { to: '/machines/$tunnel', params: { tunnel: (data.tunnel as { id: string }).id }, search: { run } }
}

/** Events of these kinds carry the key of the feature. */
const featureKinds = new Set(['feature', 'evidence', 'review'])

/** Subjects with a page outside of projects. */
const pages: Record<string, (id: string) => LinkProps> = {
  agent: (agent) => ({ to: '/agents/$agent', params: { agent } }),
  conflict: () => ({ to: '/conflicts' }),
  memory: (entry) => ({ to: '/memory', search: { entry } }),
  tunnel: (tunnel) => ({ to: '/machines/$tunnel', params: { tunnel } }),
  session: (session) => ({ to: '/sessions/$session', params: { session } }),
  ai_session: (aiSession) => ({ to: '/ask/$aiSession', params: { aiSession } }),
}
