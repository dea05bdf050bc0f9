import type { ActivityEvent } from '../../client.ts'
import { useProject } from '../projects/this-project.ts'
import { Events } from './events.tsx'
import { texts } from './texts.ts'

/** The latest events of a project. */
export function ActivityList({ events }: { events: ActivityEvent[] }) {
  const { may } = useProject()
  return (
    <section aria-labelledby="activity" className="px-4 py-4">
      <h2 id="activity" className="mb-3 text-xs font-semibold text-muted">
        {texts.recentActivity}
      </h2>
      <Events inProject canUndo={may.edit} events={events} />
    </section>
  )
}
