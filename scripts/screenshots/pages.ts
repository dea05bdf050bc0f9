import type { Client } from '../../server/assembly/client.ts'
import { OperatorError } from '../../server/platform/operator-error.ts'

const project = 'ferry-booking'

/** The path of a page. Items get their keys and ids when the example is created, so they are found by their titles. */
type Path = string | ((call: Client) => Promise<string>)

const paths: Record<string, Path> = {
  home: '/',
  'my-tasks': '/my-tasks',
  inbox: '/inbox',
  projects: '/projects',
  'project-overview': `/projects/${project}/overview`,
  'task-list': `/projects/${project}`,
  board: `/projects/${project}/board`,
  timeline: `/projects/${project}/timeline`,
  insights: `/projects/${project}/insights`,
  task: async (call) => {
    const { items } = await call('tasks.list', { project, search: 'Pay without leaving the page' })
    return `/projects/${project}/tasks/${found(items).key}`
  },
  features: `/projects/${project}/features`,
  feature: async (call) => {
    const { items } = await call('features.listProjectFeatures', { project })
    const waiting = items.find(({ title }) => title === 'Seats that cannot be sold twice')
    return `/projects/${project}/features/${found(waiting && [waiting]).key}`
  },
  'live-agents': '/agents/live',
  session: async (call) => {
    const { items } = await call('agents.listLive', {})
    return `/sessions/${found(items.flatMap(({ session }) => session ?? [])).id}`
  },
  docs: '/notes',
  spec: async (call) => `/specs/${found((await call('specs.list', { project })).items).key}`,
  memory: '/memory',
  search: '/search?q=seat',
  settings: '/settings',
  connect: '/connect',
  admin: '/admin/overview',
}

export interface ShownPage {
  name: string
  path: Path
}

/** Returns the pages with these names, or all of them. */
export function choosePages(names: string[]): ShownPage[] {
  for (const name of names)
    if (!Object.hasOwn(paths, name))
      throw new OperatorError(`There is no page "${name}". Pages: ${Object.keys(paths).join(', ')}.`)
  return Object.entries(paths)
    .map(([name, path]) => ({ name, path }))
    .filter(({ name }) => names.length === 0 || names.includes(name))
}

function found<Item>(items: readonly Item[] | undefined): Item {
  const [first] = items ?? []
  if (first === undefined) throw new OperatorError('The example no longer has an item that a page shows.')
  return first
}
