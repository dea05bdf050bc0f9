import { Bars } from '../../ui/charts/bars.tsx'
import { Lines } from '../../ui/charts/lines.tsx'
import { RankedBars } from '../../ui/charts/ranked-bars.tsx'
import { weekLabel } from '../../ui/charts/week-label.ts'
import { Person } from '../../ui/person.tsx'
import { Time } from '../../ui/time.tsx'
import { card } from '../../ui/section.tsx'
import type { Analytics } from './queries.ts'

/** What the journal says about the work of a team. */
export function AnalyticsCharts({ analytics }: { analytics: Analytics }) {
  const { weeks, burnUp } = analytics
  const labels = weeks.map(({ week }) => weekLabel(week))
  const unit = unitFor(weeks.map(({ cycleTime }) => cycleTime.median ?? 0))
  const along = { across: 'Week of', labels }
  return (
    <div className="flex flex-col gap-4">
      <Bars
        {...along}
        title="Completed"
        text="Tasks that were completed in each week."
        upwards="Tasks"
        values={weeks.map(({ throughput }) => throughput)}
        empty="Nothing was completed in this time."
      />
      <Bars
        {...along}
        title="Cycle time"
        text={`${unit.name} from the start of work to its completion: half of the tasks took no longer.`}
        upwards={unit.name}
        values={weeks.map(({ cycleTime: { median } }) => shown(median, unit.hours))}
        empty="No task that was begun was completed in this time."
      />
      {burnUp.map(({ project, points }) => (
        <Lines
          key={project.id}
          {...along}
          title={project.name}
          text="What there was to do at the end of each week, and what of it was complete."
          upwards="Tasks"
          lines={[
            { name: 'To do in all', line: 'dashed', values: points.map(({ scope }) => scope.tasks) },
            { name: 'Complete', line: 'solid', values: points.map(({ completed }) => completed.tasks) },
          ]}
          empty="There are no tasks yet."
        />
      ))}
      <Workers analytics={analytics} />
      <Bars
        {...along}
        title="Blocked"
        text={blockedText(analytics)}
        upwards="Hours"
        values={weeks.map(({ blockedHours }) => rounded(blockedHours))}
        empty="Nothing was blocked in this time."
      />
      <BlockedTasks analytics={analytics} />
    </div>
  )
}

function Workers({ analytics: { byAssignee } }: { analytics: Analytics }) {
  const ranked = { what: 'Who', counted: 'Tasks', empty: 'Nobody has completed anything in this time.' }
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <RankedBars
        {...ranked}
        title="Completed by people"
        items={byAssignee.people.map(({ id, name, completed }) => ({
          key: id,
          name: <Person kind="user" id={id} name={name} />,
          value: completed,
        }))}
      />
      <RankedBars
        {...ranked}
        title="Completed by agents"
        empty="No agent has completed anything in this time."
        items={byAssignee.agents.map(({ id, name, completed }) => ({
          key: id,
          name: <Person kind="agent" id={id} name={name} />,
          value: completed,
        }))}
      />
    </div>
  )
}

function BlockedTasks({ analytics: { blocked } }: { analytics: Analytics }) {
  if (blocked.tasks.length === 0) return null
  return (
    <section aria-label="Blocked at the moment" className={`p-4 ${card}`}>
      <h3 className="mb-2 font-semibold">Blocked at the moment</h3>
      <ul className="flex flex-col gap-1.5">
        {blocked.tasks.map(({ id, key, title, since }) => (
          <li key={id} className="flex min-w-0 items-baseline gap-2">
            <span className="font-mono text-xs text-muted">{key}</span>
            <span className="min-w-0 grow truncate">{title}</span>
            <span className="shrink-0 text-[13px] text-muted">
              since <Time at={since} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function blockedText({ blocked: { hours, count } }: Analytics): string {
  const now = count === 1 ? 'One task is blocked now' : `${count} tasks are blocked now`
  return `How long tasks waited in each week, ${rounded(hours)} hours in all. ${now}.`
}

/** Work of people takes days, that of agents often minutes: what is shown is neither 0 nor a long number. */
function unitFor(hours: number[]): { name: string; hours: number } {
  const most = Math.max(0, ...hours)
  if (most > 48) return { name: 'Days', hours: 24 }
  return most > 2 ? { name: 'Hours', hours: 1 } : { name: 'Minutes', hours: 1 / 60 }
}

/** Where nothing was measured there is no bar, and what took a moment still has one. */
function shown(median: number | null, unit: number): number {
  return median === null ? 0 : Math.max(0.1, rounded(median / unit))
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
