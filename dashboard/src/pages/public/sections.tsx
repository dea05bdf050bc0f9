import { Badge } from '../../ui/badge.tsx'
import { Rows, Section, card } from '../../ui/section.tsx'
import { FeatureStatus } from '../features/feature-badges.tsx'
import { GateDots } from '../features/gate-dots.tsx'
import { DueDay } from '../tasks/due-day.tsx'
import { boardColumns, groupStatusNames, isOpen, priorityNames, statusNames } from '../tasks/names.ts'
import { PriorityIcon } from '../tasks/priority-icon.tsx'
import { StatusIcon } from '../tasks/status-icon.tsx'
import type { PublicProject } from './queries.ts'
import { texts } from './texts.ts'

type Published<Name extends keyof PublicProject> = NonNullable<PublicProject[Name]>

export function PublicOverview({ overview: { total, open, byStatus } }: { overview: Published<'overview'> }) {
  return (
    <Section title={texts.overview.title} text={texts.overview.text(total, open)}>
      <ul aria-label={texts.overview.byStatus} className={`flex flex-wrap gap-x-6 gap-y-2 px-4 py-3 ${card}`}>
        {boardColumns.map((status) => (
          <li key={status} className="flex items-center gap-1.5">
            <StatusIcon status={status} />
            {statusNames[status]}
            <span className="font-medium tabular-nums">{byStatus[status]}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const row = 'flex min-h-(--row-height) flex-wrap items-center gap-x-2.5 gap-y-1 px-4 py-1'
const key = 'shrink-0 font-mono text-xs text-muted'
const title = 'min-w-40 grow basis-0 wrap-anywhere'

export function PublicFeatures({ features }: { features: Published<'features'> }) {
  return (
    <Section title={texts.features.title}>
      {features.length === 0 ? (
        <EmptyList text={texts.features.empty} />
      ) : (
        <Rows label={texts.features.title}>
          {features.map((feature) => (
            <li key={feature.key} className={row}>
              <span className={key}>{feature.key}</span>
              <span className={title}>{feature.title}</span>
              <GateDots feature={feature} />
              <FeatureStatus status={feature.status} />
            </li>
          ))}
        </Rows>
      )}
    </Section>
  )
}

export function PublicEpics({ epics }: { epics: Published<'epics'> }) {
  return (
    <Section title={texts.epics.title}>
      {epics.length === 0 ? (
        <EmptyList text={texts.epics.empty} />
      ) : (
        <Rows label={texts.epics.title}>
          {epics.map(({ key: number, title: name, status, dueAt, progress }) => (
            <li key={number} className={row}>
              <span className={key}>{number}</span>
              <span className={title}>{name}</span>
              {dueAt && <DueDay at={dueAt} />}
              <span className="text-[13px] text-muted tabular-nums">
                {texts.epics.progress(progress.complete, progress.total - progress.cancelled)}
              </span>
              <span aria-hidden className="h-1.5 w-20 overflow-hidden rounded-full bg-hover">
                <span className="block h-full bg-accent" style={{ width: `${progress.percent}%` }} />
              </span>
              <Badge>{groupStatusNames[status]}</Badge>
            </li>
          ))}
        </Rows>
      )}
    </Section>
  )
}

export function PublicTasks({ tasks }: { tasks: Published<'tasks'>['items'] }) {
  return (
    <Section title={texts.tasks.title}>
      {tasks.length === 0 ? (
        <EmptyList text={texts.tasks.empty} />
      ) : (
        <Rows label={texts.tasks.title}>
          {tasks.map((task) => (
            <li key={task.key} className={row}>
              <StatusIcon status={task.status} />
              <span className="sr-only">{statusNames[task.status]}</span>
              <span className={key}>{task.key}</span>
              <span className={`${title} ${isOpen(task.status) ? '' : 'text-muted'}`}>{task.title}</span>
              {task.labels.map((label) => (
                <Badge key={label}>{label}</Badge>
              ))}
              {task.dueAt && isOpen(task.status) && <DueDay at={task.dueAt} />}
              {task.priority !== 'none' && (
                <span title={priorityNames[task.priority]}>
                  <PriorityIcon priority={task.priority} />
                  <span className="sr-only">{priorityNames[task.priority]}</span>
                </span>
              )}
            </li>
          ))}
        </Rows>
      )}
    </Section>
  )
}

function EmptyList({ text }: { text: string }) {
  return <p className="text-muted">{text}</p>
}
