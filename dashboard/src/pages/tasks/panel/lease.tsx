import type { Task } from '../../../client.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { useIsClaimed } from '../claim-badge.tsx'
import { useReleaseTask } from '../task-changes.ts'
import { texts } from './texts.ts'

/** Shows who has claimed the task and until when. Editors can release the claim. */
export function Lease({ task, slug }: { task: Task; slug: string }) {
  const { lease } = texts
  const release = useReleaseTask(slug)
  const { claim } = task
  if (!useIsClaimed(claim)) return null
  const { by, until } = claim
  return (
    <section
      aria-label={lease.label}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-agent-soft px-3 py-2"
    >
      <p className="min-w-0 grow basis-48">
        <span className="mr-2 inline-flex align-middle">
          <Avatar {...by} />
        </span>
        {lease.claimedBy} <span className="font-medium">{by.name}</span>
        {by.onBehalfOf && lease.onBehalfOf(by.onBehalfOf.name)} {lease.until}{' '}
        <time dateTime={until} className="whitespace-nowrap">
          {exactTime(new Date(until))}
        </time>
        .
      </p>
      {task.may.edit && (
        <Button busy={release.isPending} onClick={() => release.mutate(task)}>
          {lease.release}
        </Button>
      )}
    </section>
  )
}
