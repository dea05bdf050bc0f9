import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../change-search.ts'
import type { OutputOf, Status, Task } from '../../client.ts'
import { type OwnTaskGrouping, ownTasksQuery } from '../../queries.ts'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { MoreButton } from '../../ui/paged-list.tsx'
import { card } from '../../ui/section.tsx'
import { statusNames, statuses } from '../tasks/names.ts'
import { OwnTaskRow } from './own-task-row.tsx'
import { texts } from './texts.ts'
import { WithTaskPanel } from './with-task-panel.tsx'

type Group = OutputOf<'tasks.listOwn'>['groups'][number]

const { myTasksPage } = texts

/** All open tasks of the user, in all projects. */
export function MyTasksPage() {
  const { task, group: groupBy = 'status' } = useSearch({ from: '/shell/my-tasks' })
  const show = useChangeSearch<{ group: OwnTaskGrouping }>()
  const list = useInfiniteQuery(ownTasksQuery(groupBy))
  return (
    <WithTaskPanel task={task}>
      <Page
        title={myTasksPage.title}
        width="wide"
        actions={
          <Choice
            label={myTasksPage.groupBy}
            value={groupBy}
            names={myTasksPage.groupings}
            onChange={(group) => show({ group })}
          />
        }
      >
        <Loaded query={list} noun={myTasksPage.noun}>
          {({ pages }) => (
            <>
              <Groups
                groupBy={groupBy}
                groups={pages.at(-1)!.groups}
                tasks={pages.flatMap(({ items }) => items)}
              />
              <MoreButton list={list} label={myTasksPage.more} />
            </>
          )}
        </Loaded>
      </Page>
    </WithTaskPanel>
  )
}

interface GroupsProps {
  groupBy: OwnTaskGrouping
  groups: Group[]
  tasks: Task[]
}

function Groups({ groupBy, groups, tasks }: GroupsProps) {
  if (tasks.length === 0) return <NoTasks />
  const byGroup = Map.groupBy(tasks, (task) => groupOf[groupBy](task))
  const known = new Map(groups.map((group) => [group.key, group]))
  // A task whose status was just changed can be the first of its group.
  const keys = [...new Set([...known.keys(), ...byGroup.keys()])].filter((key) => byGroup.has(key))
  if (groupBy === 'status') keys.sort((one, other) => rank(one) - rank(other))
  return keys.map((key) => {
    const members = byGroup.get(key)!
    const name = nameOf(groupBy, known.get(key)?.name ?? key)
    return (
      <section key={key} aria-label={name} className="mb-5">
        <h2 className="mb-2 flex items-baseline gap-2 text-[13px] font-semibold">
          {name}
          <span className="font-normal text-muted tabular-nums">
            {known.get(key)?.count ?? members.length}
          </span>
        </h2>
        <ul aria-label={name} className={`divide-y overflow-hidden ${card}`}>
          {members.map((task) => (
            <OwnTaskRow key={task.id} task={task} />
          ))}
        </ul>
      </section>
    )
  })
}

function NoTasks() {
  const { title, text, projects } = myTasksPage.empty
  return (
    <Empty title={title} text={text}>
      <LinkButton to="/projects">{projects}</LinkButton>
    </Empty>
  )
}

/** The key of a task's group, as the server computes it. */
const groupOf: Record<OwnTaskGrouping, (task: Task) => string> = {
  status: ({ status }) => status,
  project: ({ project }) => project,
  due: ({ dueAt }) => {
    if (dueAt === null) return 'none'
    const remainingMs = Date.parse(dueAt) - Date.now()
    if (remainingMs < 0) return 'overdue'
    return remainingMs < 7 * 86_400_000 ? 'week' : 'later'
  },
}

const rank = (status: string) => statuses.indexOf(status as Status)

function nameOf(groupBy: OwnTaskGrouping, name: string): string {
  if (groupBy === 'status') return statusNames[name as Status]
  return groupBy === 'due' ? myTasksPage.dueGroups[name]! : name
}
