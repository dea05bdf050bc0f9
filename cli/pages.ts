import { type Fields, isFields } from './cells.ts'
import type { Command } from './commands.ts'
import { fieldNames, itemSchema } from './schema-path.ts'

/*
 * The dashboard's page for the result of each command. `tasks.*` applies to every command of a domain that returns one
 * item. Names in braces are fields of the result, otherwise of the input. The first page whose names all have a value
 * is the right one.
 */
const inProject = (page: string) => [`/projects/{project}/${page}`, `/${page}`]

const pages: Record<string, string[]> = {
  'accounts.getMe': ['/settings/profile'],
  'activity.list': inProject('activity'),
  'activity.listHistory': ['/items/{item}'],
  'agents.*': ['/agents/{id}'],
  'agents.list': ['/agents'],
  'aiSessions.*': ['/ask/{id}'],
  'aiSessions.list': ['/ask'],
  'aiSessions.listMessages': ['/ask/{aiSession}'],
  'comments.*': ['/items/{item.key}'],
  'comments.list': ['/items/{item}'],
  'connectedAccounts.list': ['/settings/sign-in'],
  'credentials.listApiKeys': ['/settings/api-keys'],
  'credentials.listMcpTokens': ['/connect'],
  'decisions.*': ['/decisions/{key}'],
  'decisions.list': inProject('decisions'),
  'dependencies.list': ['/items/{task}'],
  'docs.*': ['/help/{id}'],
  'docs.list': ['/help'],
  'epics.*': ['/items/{key}'],
  'epics.list': ['/projects/{project}/tree'],
  'evidence.list': ['/items/{feature}'],
  'features.*': ['/items/{key}'],
  'features.list': ['/projects/{project}/features', '/projects'],
  'features.listProjectFeatures': ['/projects/{project}/features'],
  'invitations.list': ['/organization/invitations'],
  'items.*': ['/items/{key}'],
  'logins.list': ['/settings/devices'],
  'members.list': ['/organization/members'],
  'memories.*': ['/memory/{id}'],
  'memories.list': inProject('memory'),
  'notes.*': ['/notes/{id}'],
  'notes.list': inProject('notes'),
  'notifications.getPreferences': ['/settings/notifications'],
  'notifications.list': ['/inbox'],
  'organizations.get': ['/organization'],
  'organizations.getPlan': ['/organization/plan'],
  'passkeys.list': ['/settings/sign-in'],
  'preferences.get': ['/settings/preferences'],
  'projects.*': ['/projects/{slug}'],
  'projects.getInsights': ['/projects/{project}/insights'],
  'projects.getTimeline': ['/projects/{project}/timeline'],
  'projects.list': ['/projects'],
  'projects.listShares': ['/projects/{project}/settings'],
  'projects.tree': ['/projects/{project}/tree'],
  'reviews.list': ['/items/{feature}'],
  'search.find': ['/search?q={q}'],
  'sessions.*': ['/sessions/{id}'],
  'sessions.list': ['/sessions'],
  'skills.*': ['/skills/{slug}'],
  'skills.list': ['/skills'],
  'specs.*': ['/specs/{key}'],
  'specs.list': inProject('specs'),
  'stories.*': ['/items/{key}'],
  'stories.list': ['/projects/{project}/tree'],
  'stories.listStoryTasks': ['/projects/{project}/tree'],
  'tasks.*': ['/items/{key}'],
  'tasks.getRelations': ['/items/{task}'],
  'tasks.list': ['/projects/{project}', '/projects'],
  'teamMembers.list': ['/teams/{team}/members'],
  'teams.*': ['/teams/{slug}'],
  'teams.list': ['/teams'],
  'trash.list': inProject('trash'),
  'views.list': ['/projects/{project}/board'],
  'watchers.*': ['/items/{task}'],
  'watchers.list': ['/items/{task}'],
  'webhooks.*': ['/organization/webhooks/{id}'],
  'webhooks.list': ['/organization/webhooks'],
  'workflows.*': ['/organization/workflows/{slug}'],
  'workflows.list': ['/organization/workflows'],
  'workspaces.*': ['/workspaces/{id}'],
  'workspaces.list': ['/workspaces'],
}

/** Returns the possible dashboard pages of a command's result. */
export function pagesOf({ id, result }: Command): string[] {
  const own = pages[id]
  if (own) return own
  const [domain, action = ''] = id.split('.')
  const names = fieldNames(result)
  const isItem = itemSchema(result) === result && !/^(delete|remove|compare)/.test(action)
  const shared = isItem ? (pages[`${domain}.*`] ?? []) : []
  return shared.filter((page) => variables(page).every(([name]) => names.includes(name!)))
}

/** Returns the path of the result's page, or undefined if a name has no value. */
export function pageOf(command: Command, result: Fields, input: Fields): string | undefined {
  const values = { ...input, ...(Array.isArray(result.items) ? {} : result) }
  const page = pagesOf(command).find((each) => variables(each).every((path) => textAt(values, path)))
  return page?.replace(/\{(.+?)\}/g, (_, name: string) =>
    encodeURIComponent(textAt(values, name.split('.'))!),
  )
}

export const allPages = Object.values(pages).flat()

function variables(page: string): string[][] {
  return [...page.matchAll(/\{(.+?)\}/g)].map(([, name]) => name!.split('.'))
}

function textAt(value: unknown, [name, ...rest]: string[]): string | undefined {
  if (name !== undefined) return isFields(value) ? textAt(value[name], rest) : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
