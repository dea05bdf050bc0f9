import type { LinkProps } from '@tanstack/react-router'
import type { ActivityEvent } from '../../client.ts'

/** Where what an event is about is seen; undefined if it is gone, or has no page. */
export function addressOf({ type, subject }: ActivityEvent, slug: string | undefined): LinkProps | undefined {
  const { kind, id, key } = subject
  const gone = type.endsWith('.deleted') || type.endsWith('.purged')
  // What is said of a feature stays on its page.
  if (gone && kind !== 'evidence') return undefined
  const own = ownPages[kind]?.(id)
  if (own) return own
  if (!slug || !key) return undefined
  const params = { slug }
  if (kind === 'task') return { to: '/projects/$slug', params, search: { task: key } }
  if (kind === 'project') return { to: '/projects/$slug', params }
  if (kind === 'epic' || kind === 'story') return { to: '/projects/$slug/tree', params }
  if (!ofFeature.has(kind)) return undefined
  return { to: '/projects/$slug/features/$feature', params: { slug, feature: key } }
}

/** What is said of a feature has its number. */
const ofFeature = new Set(['feature', 'evidence', 'review'])

/** What has a page outside of projects. */
const ownPages: Record<string, (id: string) => LinkProps> = {
  agent: (agent) => ({ to: '/agents/$agent', params: { agent } }),
  memory: (entry) => ({ to: '/memory', search: { entry } }),
  session: (session) => ({ to: '/sessions/$session', params: { session } }),
}
