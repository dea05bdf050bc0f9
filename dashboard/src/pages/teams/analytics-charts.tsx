import { Bars } from '../../ui/charts/bars.tsx'
import { durationUnit } from '../../ui/charts/duration-unit.ts'
import { Lines } from '../../ui/charts/lines.tsx'
import { RankedBars } from '../../ui/charts/ranked-bars.tsx'
import { weekLabel } from '../../ui/charts/week-label.ts'
import { Person } from '../../ui/person.tsx'
import { Time } from '../../ui/time.tsx'
import { card } from '../../ui/section.tsx'
import type { Analytics } from './queries.ts'
import { texts } from './texts.ts'

const { charts } = texts

/** Charts of the team's work, computed from the journal. */
export function AnalyticsCharts({ analytics }: { analytics: Analytics }) {
  const { weeks, burnUp } = analytics
  const labels = weeks.map(({ week }) => weekLabel(week))
  const unit = durationUnit(weeks.map(({ cycleTime }) => cycleTime.median ?? 0))
  const weekly = { xLabel: charts.weekOf, labels }
  return (
    <div className="flex flex-col gap-4">
      <Bars
        {...weekly}
        {...charts.completed}
        yLabel={charts.tasks}
        values={weeks.map(({ throughput }) => throughput)}
      />
      <Bars
        {...weekly}
        title={charts.cycleTime.title}
        text={charts.cycleTime.text(unit.name)}
        yLabel={unit.name}
        values={weeks.map(({ cycleTime: { median } }) => barValue(median, unit.hours))}
        empty={charts.cycleTime.empty}
      />
      {burnUp.map(({ project, points }) => (
        <Lines
          key={project.id}
          {...weekly}
          title={project.name}
          text={charts.burnUp.text}
          yLabel={charts.tasks}
          lines={[
            { name: charts.burnUp.total, line: 'dashed', values: points.map(({ scope }) => scope.tasks) },
            {
              name: charts.burnUp.completed,
              line: 'solid',
              values: points.map(({ completed }) => completed.tasks),
            },
          ]}
          empty={charts.burnUp.empty}
        />
      ))}
      <CompletedByAssignee analytics={analytics} />
      <Bars
        {...weekly}
        title={charts.blocked.title}
        text={charts.blocked.text(rounded(analytics.blocked.hours), analytics.blocked.count)}
        yLabel={charts.blocked.hours}
        values={weeks.map(({ blockedHours }) => rounded(blockedHours))}
        empty={charts.blocked.empty}
      />
      <BlockedTasks analytics={analytics} />
    </div>
  )
}

function CompletedByAssignee({ analytics: { byAssignee } }: { analytics: Analytics }) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <RankedBars
        title={charts.people.title}
        nameLabel={charts.people.name}
        valueLabel={charts.tasks}
        empty={charts.people.empty}
        items={byAssignee.people.map(({ id, name, completed }) => ({
          key: id,
          name: <Person kind="user" id={id} name={name} />,
          value: completed,
        }))}
      />
      <RankedBars
        title={charts.agents.title}
        nameLabel={charts.agents.name}
        valueLabel={charts.tasks}
        empty={charts.agents.empty}
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
    <section aria-label={charts.blockedNow.title} className={`p-4 ${card}`}>
      <h3 className="mb-2 font-semibold">{charts.blockedNow.title}</h3>
      <ul className="flex flex-col gap-1.5">
        {blocked.tasks.map(({ id, key, title, since }) => (
          <li key={id} className="flex min-w-0 items-baseline gap-2">
            <span className="font-mono text-xs text-muted">{key}</span>
            <span className="min-w-0 grow truncate">{title}</span>
            <span className="shrink-0 text-[13px] text-muted">
              {charts.blockedNow.since} <Time at={since} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns no bar for a week without data, and a small one for very short times. */
function barValue(median: number | null, unit: number): number {
  return median === null ? 0 : Math.max(0.1, rounded(median / unit))
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
