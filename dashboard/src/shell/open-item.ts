import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useRouterState } from '@tanstack/react-router'
import { taskQuery } from '../queries.ts'
import { type ReadOf, read, readAll } from '../read.ts'
import type { SearchKind } from '../pages/search/queries.ts'
import { projectCrumb, projectDocs } from './project-crumbs.ts'
import { texts } from './texts.ts'

/** A part of the path to the open page. */
export interface Crumb {
  name: string
  link: Pick<LinkProps, 'to' | 'params'>
}

/** The item that the open page shows, once the page has loaded it. */
export interface OpenItem {
  name: string
  key?: string
  /** The kind, if the item is listed among the recent ones. */
  kind?: SearchKind | undefined
  /** The parts of the path that replace those of the section. */
  parents?: Crumb[] | undefined
  /** The item's own page, and the name of the open page below it, such as its revisions. */
  below?: { link: Crumb['link']; name: string } | undefined
}

interface ItemRead {
  query: ReadOf<unknown>
  describe: (data: never) => OpenItem | undefined
}

type Params = Record<string, string>

function reads<Data>(query: ReadOf<Data>, describe: (data: Data) => OpenItem | undefined): ItemRead {
  return { query, describe }
}

interface InProject {
  project?: { slug: string; name: string } | null
}

const inProject = ({ project }: InProject, page: 'notes' | 'decisions' | 'specs') =>
  project ? [projectCrumb(project), projectDocs(project.slug, page)] : undefined

const named = (item: { name: string } | undefined): OpenItem | undefined => item && { name: item.name }
const titled = ({ title }: { title: string }): OpenItem => ({ name: title })

/** The reads of the pages that show one item, by the start of their route. */
const itemPages: Record<string, (params: Params) => ItemRead> = {
  '/shell/notes/$note': ({ note = '' }) =>
    reads(read('notes.get', { note }), (data) => ({
      name: data.title,
      kind: 'note',
      parents: inProject(data, 'notes'),
    })),
  '/shell/decisions/$decision': ({ decision = '' }) =>
    reads(read('decisions.get', { decision }), (data) => ({
      name: data.title,
      kind: 'decision',
      parents: inProject(data, 'decisions'),
    })),
  '/shell/specs/$spec': ({ spec = '' }) =>
    reads(read('specs.get', { spec }), (data) => ({
      name: data.title,
      kind: 'spec',
      parents: inProject(data, 'specs'),
    })),
  '/shell/skills/$skill': ({ skill = '' }) =>
    reads(read('skills.get', { skill }), ({ name }) => ({ name, kind: 'skill' })),
  '/shell/sessions/$session': ({ session = '' }) =>
    reads(read('sessions.get', { session }), ({ title }) => ({ name: title, kind: 'session' })),
  '/shell/ask/$aiSession': ({ aiSession = '' }) => reads(read('aiSessions.get', { aiSession }), titled),
  '/shell/agents/$agent': ({ agent = '' }) =>
    reads(read('agents.get', { agent }), ({ name }) => ({ name, kind: 'agent' })),
  '/shell/machines/$tunnel': ({ tunnel = '' }) => reads(read('tunnels.get', { tunnel }), named),
  '/shell/projects/$slug/features/$feature': ({ slug = '', feature = '' }) =>
    reads(read('features.getProjectFeature', { project: slug, feature }), ({ title }) => ({
      name: title,
      kind: 'feature',
    })),
  '/shell/projects/$slug/tasks/$task': ({ task = '' }) =>
    reads(taskQuery(task), ({ key, title }) => ({ name: `${key} ${title}` })),
  '/shell/projects/$slug/repos/$repo': ({ repo = '' }) => reads(read('repos.get', { repo }), named),
  '/shell/teams/$team': ({ team = '' }) => reads(read('teams.get', { team }), named),
  '/shell/workspaces/$workspace': ({ workspace = '' }) => reads(read('workspaces.get', { workspace }), named),
  '/shell/community/$post': ({ post = '' }) => reads(read('communityPosts.get', { post }), titled),
  '/shell/issues/$issue': ({ issue = '' }) => reads(read('issues.get', { issue }), titled),
  '/shell/marketplace/$item': ({ item = '' }) => reads(read('marketplace.get', { item }), named),
  '/shell/help/$doc': ({ doc = '' }) =>
    reads(read('docs.get', { doc }), ({ title }) => ({ name: title, kind: 'doc' })),
  '/shell/organization/workflows/$workflow': ({ workflow = '' }) =>
    reads(readAll('workflows.list', {}), (all) =>
      named(all.find(({ id, slug }) => id === workflow || slug === workflow)),
    ),
  '/shell/organization/webhooks/$webhook': ({ webhook = '' }) =>
    reads(readAll('webhooks.list', {}), (all) => named(all.find(({ id }) => id === webhook))),
  '/shell/admin/people/$user': ({ user = '' }) => reads(read('admin.getUser', { user }), named),
  '/shell/admin/teams/$team': ({ team = '' }) => reads(read('admin.getAnyTeam', { team }), named),
  '/shell/admin/issues/$issue': ({ issue = '' }) => reads(read('issues.getAny', { issue }), titled),
  '/shell/admin/marketplace/$item': ({ item = '' }) => reads(read('marketplace.getAny', { item }), named),
  '/shell/admin/content/$kind/$article': ({ kind, article = '' }) =>
    kind === 'pages'
      ? reads(read('pages.get', { page: article }), titled)
      : reads(read('posts.get', { post: article }), titled),
}

/** Returns the item that the page shows. A task beside a list is not part of the path. */
export function useOpenItem(): OpenItem | undefined {
  const route = useRoute()
  const [start] = Object.keys(itemPages).filter(
    (each) => route.id === each || route.id.startsWith(`${each}/`),
  )
  const item = useLoaded(start === undefined ? undefined : itemPages[start]!(route.params))
  const name = texts.pagesOfItems[route.id.slice(start?.length).split('/')[1] ?? '']
  if (!item || name === undefined) return item
  return { ...item, below: { link: { to: start!.replace('/shell', '') as '/', params: route.params }, name } }
}

/** Returns the task that is open beside the page or on its own page. */
export function useOpenTask(): OpenItem | undefined {
  const { task: beside, params } = useRoute()
  const task = beside ?? params.task
  return useLoaded(
    task === undefined
      ? undefined
      : reads(taskQuery(task), ({ key, title }) => ({ name: title, key, kind: 'task' as const })),
  )
}

/** Reads only the cache, because the page itself loads the item and handles its errors. */
function useLoaded(item: ItemRead | undefined): OpenItem | undefined {
  const { data } = useQuery({ ...(item?.query ?? none), enabled: false })
  return item && data !== undefined ? item.describe(data as never) : undefined
}

const none = { queryKey: ['no item'], queryFn: () => null }

function useRoute() {
  const route = useRouterState({
    select: ({ matches }) => {
      const last = matches.at(-1)
      const { task } = (last?.search ?? {}) as { task?: string }
      return JSON.stringify({ id: last?.routeId ?? '', params: last?.params ?? {}, task })
    },
  })
  return JSON.parse(route) as { id: string; params: Params; task?: string }
}
