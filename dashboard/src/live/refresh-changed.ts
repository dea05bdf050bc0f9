import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { EventType } from '../../../server/database/events.ts'
import type { ActivityEvent, Me, Project, ProjectWithStats } from '../client.ts'

/** Invalidates the queries that the events affect. Visible queries are refetched, each once. */
export function refreshChanged(cache: QueryClient, events: ActivityEvent[]): void {
  void cache.invalidateQueries({ queryKey: ['activity-news'] })
  // A new role changes almost everything that the user sees.
  if (events.some((event) => isOwnRole(cache, event))) return void cache.invalidateQueries()
  const touched = new Map(
    events.map((event) => touchedBy(cache, event)).map((keys) => [JSON.stringify(keys), keys]),
  )
  for (const keys of touched.values()) {
    // A pending change of this page refetches its queries when it is done.
    const isChanging = () => cache.isMutating({ mutationKey: ['change', ...(keys[0] ?? [])] }) > 0
    if (isChanging()) continue
    for (const queryKey of keys) readAgain(cache, queryKey, isChanging)
  }
}

function readAgain(cache: QueryClient, queryKey: QueryKey, isChanging: () => boolean): void {
  void cache.invalidateQueries({ queryKey, predicate: (query) => !isReadingOn(query) })
  // A first load in progress may predate the event, and a request for the next page must finish first. Both are refetched
  // afterwards.
  for (const query of cache.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined && !isReadingOn(query)) continue
    const again = () => {
      if (!isChanging()) void cache.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    query.promise?.then(again, () => {})
  }
}

/** Returns whether the next page of a list is loading. */
function isReadingOn({ state }: Query): boolean {
  const reading = state.fetchMeta as { fetchMore?: object } | null
  return state.fetchStatus === 'fetching' && reading?.fetchMore !== undefined
}

function touchedBy(cache: QueryClient, event: ActivityEvent): QueryKey[] {
  const keys = ownKeys(cache, event)
  return /\.(deleted|restored|purged)$/.test(event.type) ? [...keys, ['trash']] : keys
}

function ownKeys(cache: QueryClient, { type, project }: ActivityEvent): QueryKey[] {
  const slug = project === null ? undefined : slugOf(cache, project)
  // An upgraded server can send events that this page doesn't know.
  return (keysOf as Partial<typeof keysOf>)[kindOf(type as EventType)]?.(slug) ?? []
}

export function kindOf<Type extends EventType>(type: Type): KindOf<Type> {
  return type.split('.')[0] as KindOf<Type>
}

type KindOf<Type> = Type extends `${infer Kind}.${string}` ? Kind : never

export const projectKeys: QueryKey[] = [['projects'], ['project']]
export const memberKeys: QueryKey[] = [['members'], ['organization'], ['plan'], ['me']]

/** The first key identifies changes of workspaces. */
export const workspaceKeys: QueryKey[] = [['workspaces'], ['workspace']]

/** The first key identifies changes of features. */
export const featureKeys: QueryKey[] = [
  ...[['feature'], ['features'], ['history'], ['team-activity'], ['project']],
]

/** The first key identifies changes of memory. */
export const memoryKeys: QueryKey[] = [['memories'], ['memory'], ['agent']]
export const sessionKeys: QueryKey[] = [['session'], ['sessions'], ['agent']]
export const agentKeys: QueryKey[] = [['agent'], ['agents']]

/** The first key identifies changes of notes. */
export const noteKeys: QueryKey[] = [['note'], ['notes']]

/** The first key identifies changes of decisions. */
export const decisionKeys: QueryKey[] = [['decision'], ['decisions']]

/** The first key identifies changes of skills. */
export const skillKeys: QueryKey[] = [['skill'], ['skills'], ['agent']]

/** The first key identifies changes of specs. A linked spec counts at the gates of a feature. */
export const specKeys: QueryKey[] = [['spec'], ['specs'], ['feature'], ['history']]

/** The first key identifies changes of notifications. */
export const notificationKeys: QueryKey[] = [['notifications']]
export const notificationPreferenceKeys: QueryKey[] = [['notification-preferences']]

const teamKeys: QueryKey[] = [
  ...[['teams'], ['team'], ['team-presence'], ['team-activity'], ['every-team'], ['members'], ['shares']],
  // Team members see the items of the team and the items shared with it.
  ...projectKeys,
  ...workspaceKeys,
]

/** Queries with items of projects. Renaming, sharing or deleting a project affects all of them. */
const inProjects: QueryKey[] = [
  ...[['tasks'], ['task'], ['tree'], ['features'], ['feature'], ['views'], ['team-activity'], ['item']],
  ...[['notes'], ['note'], ['decisions'], ['decision'], ['specs'], ['spec'], ['memories'], ['sessions']],
  ['repos'],
]

/** Queries with names or images of users. */
const withPeople: QueryKey[] = [
  ...[['me'], ['members'], ['team'], ['team-presence'], ['team-activity'], ['shares'], ['notifications']],
  ...[['tasks'], ['task'], ['comments'], ['history'], ['agents'], ['agent'], ['session'], ['sessions']],
  ...[
    ['note'],
    ['notes'],
    ['decision'],
    ['decisions'],
    ['spec'],
    ['specs'],
    ['skill'],
    ['skills'],
    ['feature'],
  ],
]

const always = (keys: QueryKey[]) => () => keys

/** The queries that each kind of event affects. TypeScript rejects a missing kind. */
export const keysOf: Record<KindOf<EventType>, (slug?: string) => QueryKey[]> = {
  activity: always([['team-activity']]),
  agent: always([...agentKeys, ['tokens'], ['skills'], ['memories'], ['sessions'], ['plan']]),
  api_key: always([['api-keys']]),
  comment: (slug) => commentKeys(slug),
  decision: always(decisionKeys),
  device: always([['devices'], ...workspaceKeys]),
  epic: (slug) => taskKeys(slug),
  evidence: always(featureKeys),
  feature: always([...featureKeys, ['task'], ['tasks'], ['spec'], ['specs']]),
  identity: always([['connected-accounts']]),
  integration: always([['integrations']]),
  invitation: always([['invitations'], ['own-invitations'], ['plan'], ['onboarding']]),
  login: always([['logins']]),
  mcp_token: always([['tokens'], ['onboarding'], ['agent']]),
  member: always([...memberKeys, ['teams'], ['team'], ['every-team'], ['shares']]),
  memory: always(memoryKeys),
  note: always(noteKeys),
  // An invitation is a notification too, and its banner is on every page.
  notification: always([...notificationKeys, ['own-invitations']]),
  notification_choices: always(notificationPreferenceKeys),
  onboarding: always([['onboarding']]),
  organization: always([['organization'], ['plan'], ['me']]),
  passkey: always([['passkeys'], ['second-factor']]),
  password: always([['me']]),
  preferences: always([['preferences']]),
  project: always([...projectKeys, ['shares'], ['plan'], ['onboarding'], ...workspaceKeys, ...inProjects]),
  recovery_codes: always([['second-factor']]),
  remembered_device: always([['remembered-devices']]),
  repo: always([['repos']]),
  review: always(featureKeys),
  sandbox: always([['sandbox'], ['me']]),
  second_factor: always([['second-factor'], ['remembered-devices'], ['me']]),
  session: always(sessionKeys),
  setting: always([['sign-in-options']]),
  skill: always(skillKeys),
  spec: always(specKeys),
  story: (slug) => taskKeys(slug),
  task: (slug) => taskKeys(slug),
  team: always([...teamKeys, ['skills'], ['agents']]),
  team_member: always(teamKeys),
  user: always(withPeople),
  view: (slug) => inProject(slug, 'views'),
  webhook: always([['webhooks'], ['webhook-deliveries']]),
  workflow: always([['workflows'], ['features'], ['feature']]),
  workspace: always(workspaceKeys),
  workspace_folder: always(workspaceKeys),
  workspace_project: always(workspaceKeys),
}

function isOwnRole(cache: QueryClient, { type, subject }: ActivityEvent): boolean {
  return type === 'member.updated' && subject.id === cache.getQueryData<Me>(['me'])?.user.id
}

/** The first key identifies changes of tasks. Without a slug, the keys cover every project. */
export function taskKeys(slug?: string): QueryKey[] {
  const inIt = inProject(slug, 'tasks', 'task', 'tree', 'project', 'history')
  // Completed tasks count at the gates of a feature and are no longer an agent's work. Specs and notes show the progress of
  // their tasks.
  return [...inIt, ['team-activity'], ['feature'], ...agentKeys, ['spec'], ['note'], ['decision']]
}

/** The first key identifies changes of comments. */
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
