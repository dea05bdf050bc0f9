import { Lines } from '../../../ui/charts/lines.tsx'
import { weekLabel } from '../../../ui/charts/week-label.ts'
import { ActivityList } from '../../activity/activity-list.tsx'
import { useProject, useTaskSearch } from '../this-project.ts'
import { DueNext } from './due-next.tsx'
import { KeyNumbers } from './key-numbers.tsx'
import { OpenFeatures } from './open-features.tsx'
import { TasksByStatus } from './tasks-by-status.tsx'
import { texts } from './texts.ts'

const { homePage } = texts

/** The overview of a project: key numbers, due tasks, open features, throughput and recent activity. */
export function HomePage() {
  const project = useProject()
  const { task: opened } = useTaskSearch()
  const { throughput } = project.stats
  return (
    <div className="lg:flex lg:min-h-full">
      <title>{`${homePage.title(project.name)} · Baton`}</title>
      <div className="flex min-w-0 grow flex-col gap-4 px-4 py-5 md:px-5">
        <KeyNumbers project={project} />
        <TasksByStatus project={project} />
        <div className="grid gap-4 @container xl:grid-cols-2">
          <DueNext slug={project.slug} />
          <OpenFeatures slug={project.slug} />
        </div>
        <Lines
          title={homePage.throughput.title}
          text={homePage.throughput.text}
          xLabel={homePage.throughput.week}
          yLabel={homePage.throughput.tasks}
          labels={throughput.map(({ week }) => weekLabel(week))}
          lines={[
            {
              name: homePage.throughput.created,
              line: 'dashed',
              values: throughput.map(({ created }) => created),
            },
            {
              name: homePage.throughput.completed,
              line: 'solid',
              values: throughput.map(({ completed }) => completed),
            },
          ]}
          empty={homePage.throughput.empty}
        />
      </div>
      {!opened && (
        <div className="shrink-0 border-t lg:w-72 lg:border-t-0 lg:border-l">
          <ActivityList events={project.activity} />
        </div>
      )}
    </div>
  )
}
