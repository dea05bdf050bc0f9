import type { Status } from '../../../client.ts'
import { durationUnit } from '../../../ui/charts/duration-unit.ts'
import { type Fill, workerFills } from '../../../ui/charts/fills.tsx'
import { type BarSeries, GroupedBars } from '../../../ui/charts/grouped-bars.tsx'
import { Lines } from '../../../ui/charts/lines.tsx'
import { StackedAreas } from '../../../ui/charts/stacked-areas.tsx'
import { weekLabel } from '../../../ui/charts/week-label.ts'
import { statusNames } from '../../tasks/names.ts'
import type { Insights } from './queries.ts'
import { texts } from './texts.ts'

interface ChartOf {
  insights: Insights
}

type Worker = keyof typeof workerFills
const workers = Object.keys(workerFills) as Worker[]

/** Returns a series for people and one for agents, and one for unknown accounts only if there are any. */
function workerSeries(valuesOf: (worker: Worker) => number[]): BarSeries[] {
  return workers
    .map((worker) => ({
      name: texts.workers[worker],
      fill: workerFills[worker],
      values: valuesOf(worker),
      worker,
    }))
    .filter(({ worker, values }) => worker !== 'unknown' || values.some((value) => value > 0))
}

export function Throughput({ insights: { weeks } }: ChartOf) {
  const { throughput } = texts
  const completed = (worker: Worker) => weeks.map((each) => each.completed[worker].tasks)
  const total = (worker: Worker) => completed(worker).reduce((sum, count) => sum + count, 0)
  return (
    <GroupedBars
      title={throughput.title}
      text={throughput.text(total('people'), total('agents'))}
      xLabel={texts.weekOf}
      yLabel={texts.tasks}
      labels={weeks.map(({ week }) => weekLabel(week))}
      series={workerSeries(completed)}
      empty={throughput.empty}
    />
  )
}

export function CycleTime({ insights: { weeks } }: ChartOf) {
  const { cycleTime } = texts
  const unit = durationUnit(weeks.map((each) => each.cycleTime.p85 ?? 0))
  // Very short times are shown too, so that a week with them differs from one without data.
  const inUnit = (hours: number | null) =>
    hours === null ? null : Math.max(0.1, Math.round((10 * hours) / unit.hours) / 10)
  return (
    <Lines
      title={cycleTime.title}
      text={cycleTime.text(unit.name)}
      xLabel={texts.weekOf}
      yLabel={unit.name}
      labels={weeks.map(({ week }) => weekLabel(week))}
      lines={[
        { name: cycleTime.p85, line: 'dashed', values: weeks.map((each) => inUnit(each.cycleTime.p85)) },
        { name: cycleTime.median, line: 'solid', values: weeks.map((each) => inUnit(each.cycleTime.median)) },
      ]}
      empty={cycleTime.empty}
    />
  )
}

export function Distribution({ insights: { cycleTimes } }: ChartOf) {
  const { distribution } = texts
  return (
    <GroupedBars
      title={distribution.title}
      text={distribution.text}
      xLabel={distribution.axis}
      yLabel={texts.tasks}
      labels={cycleTimes.map(rangeLabel)}
      series={workerSeries((worker) => cycleTimes.map((range) => range[worker]))}
      empty={distribution.empty}
    />
  )
}

function rangeLabel({ fromHours, toHours }: Insights['cycleTimes'][number]): string {
  const { upTo, over } = texts.distribution
  if (fromHours === 0) return upTo(duration(toHours!))
  if (toHours === null) return over(duration(fromHours))
  // Both limits of a range have the unit of the upper one, if possible.
  return toHours <= 24 || fromHours < 24
    ? `${duration(fromHours)}–${duration(toHours)}`
    : `${fromHours / 24}–${duration(toHours)}`
}

function duration(hours: number): string {
  const { hours: inHours, days } = texts.distribution
  return hours < 24 ? inHours(hours) : days(hours / 24)
}

/** The statuses from the bottom of the chart to its top. Cancelled tasks aren't work. */
const flowFills: [Status, Fill][] = [
  ['complete', { colour: 'text-accent', pattern: 'solid' }],
  ['in_review', { colour: 'text-review', pattern: 'diagonal' }],
  ['in_progress', { colour: 'text-progress', pattern: 'vertical' }],
  ['blocked', { colour: 'text-danger', pattern: 'crossed' }],
  ['todo', { colour: 'text-todo', pattern: 'dots' }],
  ['backlog', { colour: 'text-muted', pattern: 'horizontal' }],
]

export function CumulativeFlow({ insights: { flow } }: ChartOf) {
  return (
    <StackedAreas
      title={texts.flow.title}
      text={texts.flow.text}
      xLabel={texts.day}
      yLabel={texts.tasks}
      labels={flow.map(({ date }) => weekLabel(date))}
      areas={flowFills.map(([status, fill]) => ({
        name: statusNames[status],
        fill,
        values: flow.map(({ byStatus }) => byStatus[status]),
      }))}
      empty={texts.flow.empty}
    />
  )
}
