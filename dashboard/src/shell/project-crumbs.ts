import type { Crumb } from './open-item.ts'
import { texts as projectTexts } from '../pages/projects/texts.ts'

const { tabs } = projectTexts.projectFrame

export const projectCrumb = ({ slug, name }: { slug: string; name: string }): Crumb => ({
  name,
  link: { to: '/projects/$slug', params: { slug } },
})

export const projectDocs = (slug: string, page: 'notes' | 'decisions' | 'specs'): Crumb => ({
  name: tabs.docs,
  link: { to: `/projects/$slug/${page}`, params: { slug } },
})

/** The tab of each page of a project, by the segment after the slug. */
const pageTabs: Record<string, string> = {
  overview: tabs.overview,
  board: tabs.tasks,
  tree: tabs.tasks,
  timeline: tabs.tasks,
  features: tabs.features,
  notes: tabs.docs,
  decisions: tabs.docs,
  specs: tabs.docs,
  insights: tabs.insights,
  memory: tabs.memory,
  repos: tabs.repos,
  activity: tabs.activity,
  trash: tabs.trash,
  settings: tabs.settings,
}

/** Returns the crumb of a project's tab, which is the first page of the tab or the open one. */
export function projectTab(slug: string, path: string): Crumb {
  const segment = path.split('/')[3] ?? ''
  const link = { to: path.split('/').slice(0, 4).join('/') } as Crumb['link']
  const name = pageTabs[segment]
  return name === undefined || name === tabs.tasks
    ? { name: tabs.tasks, link: { to: '/projects/$slug', params: { slug } } }
    : { name, link }
}
