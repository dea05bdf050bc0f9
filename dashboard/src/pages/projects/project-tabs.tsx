import {
  BrainIcon,
  ChartColumnIcon,
  ChevronDownIcon,
  GitBranchIcon,
  SettingsIcon,
  Trash2Icon,
} from 'lucide-react'
import type { Project } from '../../client.ts'
import { isWithin } from '../../paths.ts'
import { usePath } from '../../use-path.ts'
import { Menu, MenuLink } from '../../ui/menu.tsx'
import { type Tab, Tabs, ViewSwitch, tabButtonClass } from '../../ui/tabs.tsx'
import { texts } from './texts.ts'

const { projectFrame } = texts
const { tabs: names } = projectFrame

/** The views of the tasks. A new view is one more line here, and its route. */
const taskViews = [
  { name: names.list, to: '/projects/$slug' },
  { name: names.board, to: '/projects/$slug/board' },
  { name: names.tree, to: '/projects/$slug/tree' },
  { name: names.timeline, to: '/projects/$slug/timeline' },
] as const

/** The types of documents in a project. */
const docTypes = [
  { name: names.notes, to: '/projects/$slug/notes' },
  { name: names.decisions, to: '/projects/$slug/decisions' },
  { name: names.specs, to: '/projects/$slug/specs' },
] as const

const otherPages = [
  { name: names.repos, to: '/projects/$slug/repos', Icon: GitBranchIcon, editorsOnly: false },
  { name: names.insights, to: '/projects/$slug/insights', Icon: ChartColumnIcon, editorsOnly: false },
  { name: names.memory, to: '/projects/$slug/memory', Icon: BrainIcon, editorsOnly: false },
  { name: names.trash, to: '/projects/$slug/trash', Icon: Trash2Icon, editorsOnly: true },
  { name: names.settings, to: '/projects/$slug/settings', Icon: SettingsIcon, editorsOnly: true },
] as const

const exact = { exact: true, includeSearch: false }

/** The tabs of a project, and the views of the open one beside them. */
export function ProjectTabs({ project }: { project: Project }) {
  const { slug, name, may } = project
  const path = usePath()
  const isOneOf = (pages: readonly { to: string }[]) =>
    pages.some(({ to }) => to.replace('$slug', slug) === path)
  const isTask = path.startsWith(`/projects/${slug}/tasks/`)
  const params = { slug }
  // Keeps the filters when switching between the views.
  const keep = (search: object) => search
  const other = { params, search: {}, activeOptions: { includeSearch: false } }
  const tabs: Tab[] = [
    { name: names.overview, to: '/projects/$slug/overview', ...other },
    {
      name: names.tasks,
      to: '/projects/$slug',
      ...other,
      activeOptions: exact,
      current: isOneOf(taskViews) || isTask,
    },
    { name: names.features, to: '/projects/$slug/features', ...other },
    { name: names.docs, to: '/projects/$slug/notes', ...other, current: isOneOf(docTypes) },
    { name: names.activity, to: '/projects/$slug/activity', ...other },
  ]
  const openPage = otherPages.find(({ to }) => isWithin(path, to.replace('$slug', slug)))?.name
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-b px-4 md:px-5">
      <div className="min-w-0 grow *:border-0">
        <Tabs label={projectFrame.pages(name)} tabs={tabs}>
          <Menu
            label={openPage ? projectFrame.moreOpen(openPage) : names.more}
            button={
              <>
                {openPage ?? names.more} <ChevronDownIcon />
              </>
            }
            buttonClassName={tabButtonClass(openPage !== undefined)}
            className="w-44"
          >
            {otherPages
              .filter(({ editorsOnly }) => may.edit || !editorsOnly)
              .map(({ name: page, to, Icon }) => (
                <MenuLink key={to} to={to} params={params} search={{}} icon={<Icon />}>
                  {page}
                </MenuLink>
              ))}
          </Menu>
        </Tabs>
      </div>
      {isOneOf(taskViews) && (
        <div className="pb-2 sm:pb-0">
          <ViewSwitch
            label={projectFrame.taskViews}
            views={taskViews.map((view) => ({ ...view, params, search: keep, activeOptions: exact }))}
          />
        </div>
      )}
      {isOneOf(docTypes) && (
        <div className="pb-2 sm:pb-0">
          <ViewSwitch
            label={projectFrame.docTypes}
            views={docTypes.map((type) => ({ ...type, params, search: {}, activeOptions: exact }))}
          />
        </div>
      )}
    </div>
  )
}
