import type { Home } from '../../queries.ts'
import { NameLink } from '../../ui/links.tsx'
import { OwnTaskRow } from './own-task-row.tsx'
import { NoItems, SectionCard } from './section-card.tsx'
import { texts } from './texts.ts'

const { myTasks } = texts

/** The first open tasks of the user. Overdue ones are in `NeedsYou`. */
export function MyTasksCard({ home: { tasks, overdue } }: { home: Home }) {
  const total = tasks.total + overdue.total
  return (
    <SectionCard
      title={myTasks.title}
      action={total > 0 && <NameLink to="/my-tasks">{myTasks.all(total)}</NameLink>}
    >
      {tasks.items.length === 0 ? (
        <NoItems>{total > 0 ? myTasks.noOthers : myTasks.empty}</NoItems>
      ) : (
        <ul aria-label={myTasks.title} className="divide-y">
          {tasks.items.map((task) => (
            <OwnTaskRow key={task.id} task={task} />
          ))}
        </ul>
      )}
    </SectionCard>
  )
}
