import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ActivityEvent, Me, Project, ProjectWithStats } from '../client.ts'

/** Marks what the events are about as out of date; what is on the page is read again, each thing once. */
export function refreshChanged(cache: QueryClient, events: ActivityEvent[]): void {
  void cache.invalidateQueries({ queryKey: ['activity-news'] })
  // To somebody with another role almost everything looks different.
  if (events.some((event) => isOwnRole(cache, event))) return void cache.invalidateQueries()
  const touched = new Map(
    events.map((event) => touchedBy(cache, event)).map((keys) => [JSON.stringify(keys), keys]),
  )
  for (const keys of touched.values()) {
    // A change of this page that is under way reads them again by itself when it is done.
    if (cache.isMutating({ mutationKey: ['change', ...(keys[0] ?? [])] }) > 0) continue
    for (const queryKey of keys) void cache.invalidateQueries({ queryKey })
  }
}

function touchedBy(cache: QueryClient, event: ActivityEvent): QueryKey[] {
  const keys = ownKeys(cache, event)
  return /\.(deleted|restored|purged)$/.test(event.type) ? [...keys, ['trash']] : keys
}

function ownKeys(cache: QueryClient, { type, project }: ActivityEvent): QueryKey[] {
  const [kind] = type.split('.')
  const slug = project === null ? undefined : slugOf(cache, project)
  if (kind === 'task' || kind === 'epic' || kind === 'story') return taskKeys(slug)
  if (kind === 'comment') return commentKeys(slug)
  if (kind === 'view') return inProject(slug, 'views')
  return keysOf[kind!] ?? []
}

export const projectKeys: QueryKey[] = [['projects'], ['project']]
export const memberKeys: QueryKey[] = [['members'], ['organization'], ['plan'], ['me']]

/** The first is the one that changes of workspaces go by. */
export const workspaceKeys: QueryKey[] = [['workspaces'], ['workspace']]

/** The first is the one that changes of features go by. */
export const featureKeys: QueryKey[] = [
  ...[['feature'], ['features'], ['history'], ['team-activity'], ['project']],
]

/** The first is the one that changes of memory go by. */
export const memoryKeys: QueryKey[] = [['memories'], ['memory'], ['agent']]
export const sessionKeys: QueryKey[] = [['session'], ['sessions'], ['agent']]
export const agentKeys: QueryKey[] = [['agent'], ['agents']]

/** The first is the one that changes of notes go by. */
export const noteKeys: QueryKey[] = [['note'], ['notes']]

/** The first is the one that changes of decisions go by. */
export const decisionKeys: QueryKey[] = [['decision'], ['decisions']]

/** The first is the one that changes of skills go by. */
export const skillKeys: QueryKey[] = [['skill'], ['skills'], ['agent']]

/** The first is the one that changes of specs go by. A linked spec counts at the gates of a feature. */
export const specKeys: QueryKey[] = [['spec'], ['specs'], ['feature'], ['history']]

const teamKeys: QueryKey[] = [
  ...[['teams'], ['team'], ['team-activity'], ['every-team'], ['members']],
  // Who is in a team sees what belongs to it, and what is shared with it.
  ...projectKeys,
  ...workspaceKeys,
]

/** By the kind that an event begins with, for what is no part of a project. */
const keysOf: Record<string, QueryKey[]> = {
  agent: [...agentKeys, ['tokens']],
  memory: memoryKeys,
  session: sessionKeys,
  api_key: [['api-keys']],
  decision: decisionKeys,
  device: [['devices'], ...workspaceKeys],
  evidence: featureKeys,
  feature: featureKeys,
  identity: [['connected-accounts']],
  integration: [['integrations']],
  invitation: [['invitations'], ['plan']],
  login: [['logins']],
  mcp_token: [['tokens'], ['onboarding']],
  member: memberKeys,
  note: noteKeys,
  onboarding: [['onboarding']],
  organization: [['organization'], ['plan'], ['me']],
  passkey: [['passkeys']],
  password: [['me']],
  preferences: [['preferences']],
  project: [...projectKeys, ['shares'], ...workspaceKeys],
  review: featureKeys,
  sandbox: [['sandbox']],
  skill: skillKeys,
  spec: specKeys,
  team: teamKeys,
  team_member: teamKeys,
  user: [['me']],
  webhook: [['webhooks'], ['webhook-deliveries']],
  workflow: [['workflows']],
  workspace: workspaceKeys,
  workspace_folder: workspaceKeys,
  workspace_project: workspaceKeys,
}

function isOwnRole(cache: QueryClient, { type, subject }: ActivityEvent): boolean {
  return type === 'member.updated' && subject.id === cache.getQueryData<Me>(['me'])?.user.id
}

/** The first is the one that changes of tasks go by. Without a slug: those of every project. */
export function taskKeys(slug?: string): QueryKey[] {
  const inIt = inProject(slug, 'tasks', 'task', 'tree', 'project', 'history')
  // What is finished counts at the gates of a feature, and is no longer the work of an agent.
  return [...inIt, ['team-activity'], ['feature'], ...agentKeys]
}

/** The first is the one that changes of comments go by. */
export function commentKeys(slug?: string): QueryKey[] {
  return inProject(slug, 'comments', 'history')
}

function inProject(slug: string | undefined, ...names: string[]): QueryKey[] {
  return names.map((name) => (slug === undefined ? [name] : [name, slug]))
}

function slugOf(cache: QueryClient, id: string): string | undefined {
  const opened = cache
    .getQueriesData<ProjectWithStats>({ queryKey: ['project'] })
    .map(([, project]) => project)
  const listed = cache.getQueriesData<Project[]>({ queryKey: ['projects'] }).flatMap(([, list]) => list ?? [])
  return [...opened, ...listed].find((project) => project?.id === id)?.slug
}
