import type { Task } from '../../../client.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { useIsHeld } from '../held-by.tsx'
import { useReleaseTask } from '../task-changes.ts'

/** Who works on it right now, and until when; whoever may change it can free it. */
export function Lease({ task, slug }: { task: Task; slug: string }) {
  const release = useReleaseTask(slug)
  const { claim } = task
  if (!useIsHeld(claim)) return null
  const { by, until } = claim
  return (
    <section
      aria-label="Who holds it"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-agent-soft px-3 py-2"
    >
      <p className="min-w-0 grow basis-48">
        <span className="mr-2 inline-flex align-middle">
          <Avatar {...by} />
        </span>
        <span className="font-medium">{by.name}</span>
        {by.onBehalfOf && ` for ${by.onBehalfOf.name}`} holds it until{' '}
        <time dateTime={until} className="whitespace-nowrap">
          {exactTime(new Date(until))}
        </time>
        .
      </p>
      {task.may.edit && (
        <Button busy={release.isPending} onClick={() => release.mutate(task)}>
          Free it
        </Button>
      )}
    </section>
  )
}
