import type { OutputOf } from '../../client.ts'
import { readAll } from '../../read.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Time } from '../../ui/time.tsx'
import { texts } from './texts.ts'

export type ProjectSummary = OutputOf<'projects.listSummaries'>['items'][number]

/** The numbers of all listed projects, in one request. */
export const summariesQuery = (archived: boolean) =>
  readAll('projects.listSummaries', { archived, limit: 200 })

/** The columns of a project row: progress, open tasks, lead, people and last activity. */
export function ProjectColumns({ summary }: { summary: ProjectSummary }) {
  const { done, total, open, lastActivityAt } = summary
  const { projectRow } = texts
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-[13px] text-muted sm:flex-nowrap">
      <span className="flex w-44 lg:justify-end">
        {total > 0 ? <Progress done={done} total={total} width="w-16" /> : projectRow.noTasks}
      </span>
      <span className="w-16 whitespace-nowrap tabular-nums">{projectRow.open(open)}</span>
      <People {...summary} />
      <span className="w-24 whitespace-nowrap">
        <span className="sr-only">{projectRow.lastActivity} </span>
        <Time at={lastActivityAt} />
      </span>
    </div>
  )
}

/** The lead, then the others who work on the project. */
function People({ lead, people, peopleCount }: ProjectSummary) {
  const { projectRow } = texts
  const others = people.filter(({ id }) => id !== lead?.id).slice(0, 4)
  const hasLead = people.some(({ id }) => id === lead?.id)
  const more = peopleCount - others.length - (hasLead ? 1 : 0)
  return (
    <span className="flex w-32 items-center">
      {lead && (
        <>
          <span className="mr-1.5 flex rounded-full ring-2 ring-accent/40">
            <Avatar {...lead} imageUrl={lead.avatarUrl} size="size-5.5 text-[10px]" />
          </span>
          <span className="sr-only">{projectRow.lead(lead.name)}</span>
        </>
      )}
      {others.map((person) => (
        <span key={person.id} className="-ml-1 flex rounded-md first:ml-0">
          <Avatar {...person} imageUrl={person.avatarUrl} size="size-5.5 text-[10px]" />
        </span>
      ))}
      {others.length > 0 && (
        <span className="sr-only">
          {projectRow.people(others.map(({ name }) => name).join(', '), Math.max(more, 0))}
        </span>
      )}
      {more > 0 && (
        <span aria-hidden className="ml-1 text-xs">
          {projectRow.more(more)}
        </span>
      )}
    </span>
  )
}
