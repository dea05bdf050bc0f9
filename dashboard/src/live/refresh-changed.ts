import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { EventType } from '../../../server/database/events.ts'
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
    const isChanging = () => cache.isMutating({ mutationKey: ['change', ...(keys[0] ?? [])] }) > 0
    if (isChanging()) continue
    for (const queryKey of keys) readAgain(cache, queryKey, isChanging)
  }
}

function readAgain(cache: QueryClient, queryKey: QueryKey, isChanging: () => boolean): void {
  void cache.invalidateQueries({ queryKey, predicate: (query) => !isReadingOn(query) })
  // What is just being read for the first time may have been read before this happened, and whoever asked for more gets it
  // first: these are read once more.
  for (const query of cache.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined && !isReadingOn(query)) continue
    const again = () => {
      if (!isChanging()) void cache.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    query.promise?.then(again, () => {})
  }
}

/** Whether the next page of a list is being read. */
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
  // A server that was renewed since this page was loaded may tell of more than the page knows of.
  return (keysOf as Partial<typeof keysOf>)[kindOf(type as EventType)]?.(slug) ?? []
}

export function kindOf<Type extends EventType>(type: Type): KindOf<Type> {
  return type.split('.')[0] as KindOf<Type>
}

type KindOf<Type> = Type extends `${infer Kind}.${string}` ? Kind : never

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

/** The first is the one that changes of notifications go by. */
export const notificationKeys: QueryKey[] = [['notifications']]
export const notificationPreferenceKeys: QueryKey[] = [['notification-preferences']]

const teamKeys: QueryKey[] = [
  ...[['teams'], ['team'], ['team-presence'], ['team-activity'], ['every-team'], ['members'], ['shares']],
  // Who is in a team sees what belongs to it, and what is shared with it.
  ...projectKeys,
  ...workspaceKeys,
]

/** What is in projects: a project that is renamed, shared or gone is seen in all of it. */
const inProjects: QueryKey[] = [
  ...[['tasks'], ['task'], ['tree'], ['features'], ['feature'], ['views'], ['team-activity'], ['item']],
  ...[['notes'], ['note'], ['decisions'], ['decision'], ['specs'], ['spec'], ['memories'], ['sessions']],
  ['repos'],
]

/** Where a name or a picture of somebody is seen. */
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

/** By the kind that an event begins with: what shows it. A kind that is missing here is no type of `KindOf`. */
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
  // Whoever is invited is told so, and answers above every page.
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

/** The first is the one that changes of tasks go by. Without a slug: those of every project. */
export function taskKeys(slug?: string): QueryKey[] {
  const inIt = inProject(slug, 'tasks', 'task', 'tree', 'project', 'history')
  // What is finished counts at the gates of a feature, and is no longer the work of an agent. Specs and notes tell how
  // far what they are about has come.
  return [...inIt, ['team-activity'], ['feature'], ...agentKeys, ['spec'], ['note'], ['decision']]
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
