import { Lines } from '../../../ui/charts/lines.tsx'
import { weekLabel } from '../../../ui/charts/week-label.ts'
import { ActivityList } from '../../activity/activity-list.tsx'
import { useProject, useTaskSearch } from '../this-project.ts'
import { DueNext } from './due-next.tsx'
import { FeaturesUnderWay } from './features-under-way.tsx'
import { KeyNumbers } from './key-numbers.tsx'
import { TasksByStatus } from './tasks-by-status.tsx'

/** How a project stands: its numbers, what is due and under way, and what happened lately. */
export function HomePage() {
  const project = useProject()
  const { task: opened } = useTaskSearch()
  const { throughput } = project.stats
  return (
    <div className="lg:flex lg:min-h-full">
      <title>{`Overview of ${project.name} · Baton`}</title>
      <div className="flex min-w-0 grow flex-col gap-4 px-4 py-5 md:px-5">
        <KeyNumbers project={project} />
        <TasksByStatus project={project} />
        <div className="grid gap-4 @container xl:grid-cols-2">
          <DueNext slug={project.slug} />
          <FeaturesUnderWay slug={project.slug} />
        </div>
        <Lines
          title="Throughput"
          text="Tasks that were made and completed in each of the last 8 weeks."
          across="Week of"
          upwards="Tasks"
          labels={throughput.map(({ week }) => weekLabel(week))}
          lines={[
            { name: 'Made', line: 'dashed', values: throughput.map(({ created }) => created) },
            { name: 'Completed', line: 'solid', values: throughput.map(({ completed }) => completed) },
          ]}
          empty="Nothing was made or completed in this time."
        />
      </div>
      {!opened && (
        <aside className="shrink-0 border-t lg:w-72 lg:border-t-0 lg:border-l">
          <ActivityList events={project.activity} />
        </aside>
      )}
    </div>
  )
}
