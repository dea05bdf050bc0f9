import { useQuery } from '@tanstack/react-query'
import type { ProjectWithStats } from '../../client.ts'
import { Empty } from '../../ui/empty.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { GroupedList } from './grouped-list.tsx'
import { groupedQuery } from './grouped-tasks.ts'
import { groupingOf, isFiltered, shownIn, useTaskFilter, useTaskView } from './task-filter.ts'
import { texts } from './texts.ts'

const { taskList } = texts

interface TaskListProps {
  project: ProjectWithStats
  opened: string | undefined
}

export function TaskList({ project, opened }: TaskListProps) {
  const canAdd = project.may.edit && !project.archivedAt
  const view = useTaskView()
  const by = groupingOf(view)
  const filter = useTaskFilter()
  const query = groupedQuery(project.slug, filter, by)
  const tasks = useQuery(query)
  return (
    <Loaded query={tasks} noun={taskList.noun}>
      {({ total, groups }) =>
        total === 0 ? (
          <NoTasks filtered={isFiltered(view)} canAdd={canAdd} />
        ) : (
          <GroupedList
            key={by}
            slug={project.slug}
            query={query}
            filter={filter}
            by={by}
            groups={groups}
            total={total}
            shown={shownIn(view)}
            opened={opened}
          />
        )
      }
    </Loaded>
  )
}

function NoTasks({ filtered, canAdd }: { filtered: boolean; canAdd: boolean }) {
  const { noMatches, empty, emptyForViewers } = taskList
  if (filtered) return <Empty {...noMatches} />
  if (!canAdd) return <Empty {...emptyForViewers} />
  return (
    <Empty title={empty.title} text={empty.text}>
      <TextLink to="/connect">{empty.connect}</TextLink>
    </Empty>
  )
}
