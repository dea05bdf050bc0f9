import { Suspense, lazy } from 'react'
import type { Task } from '../../../client.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { useIsClaimed } from '../claim-badge.tsx'
import { useReleaseTask } from '../task-changes.ts'
import { texts } from './texts.ts'

// Few tasks are claimed by an agent at a time.
const AgentStrip = lazy(() => import('./agent-strip.tsx').then((module) => ({ default: module.AgentStrip })))

/** Shows the agent at work on the task, or the person who has claimed it. */
export function Lease({ task, slug }: { task: Task; slug: string }) {
  const { claim } = task
  if (!useIsClaimed(claim)) return null
  if (claim.by.kind !== 'agent') return <ClaimOfPerson task={task} slug={slug} claim={claim} />
  return (
    <Suspense>
      <AgentStrip task={task} claim={claim} />
    </Suspense>
  )
}

interface ClaimOfPersonProps {
  task: Task
  slug: string
  claim: NonNullable<Task['claim']>
}

/** Shows who has claimed the task and until when. Editors can release the claim. */
function ClaimOfPerson({ task, slug, claim: { by, until } }: ClaimOfPersonProps) {
  const { lease } = texts
  const release = useReleaseTask(slug)
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
