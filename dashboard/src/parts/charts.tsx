import { Bars } from '../ui/charts/bars.tsx'
import { workerFills } from '../ui/charts/fills.tsx'
import { GroupedBars } from '../ui/charts/grouped-bars.tsx'
import { Lines } from '../ui/charts/lines.tsx'
import { RankedBars } from '../ui/charts/ranked-bars.tsx'
import { StackedAreas } from '../ui/charts/stacked-areas.tsx'
import { Person } from '../ui/person.tsx'

const labels = [
  '1 Sep',
  '8 Sep',
  '15 Sep',
  '22 Sep',
  '29 Sep',
  '6 Oct',
  '13 Oct',
  '20 Oct',
  '27 Oct',
  '3 Nov',
  '10 Nov',
  '17 Nov',
]
const week = { xLabel: 'Week of', labels }

export function Charts() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Bars
        {...week}
        title="Completed per week"
        yLabel="Tasks"
        empty="No tasks completed in this period."
        values={[2, 5, 3, 0, 8, 12, 9, 7, 14, 11, 6, 10]}
      />
      <Lines
        {...week}
        title="Burn-up"
        yLabel="Tasks"
        empty="No tasks yet."
        lines={[
          { name: 'Scope', line: 'dashed', values: [20, 22, 24, 30, 41, 60, 70, 88, 96, 103, 108, 110] },
          { name: 'Completed', line: 'solid', values: [2, 7, 10, 10, 18, 30, 39, 46, 60, 71, 77, 87] },
        ]}
      />
      <GroupedBars
        {...week}
        title="Completed by people and agents"
        yLabel="Tasks"
        empty="No tasks completed in this period."
        series={[
          { name: 'People', fill: workerFills.people, values: [2, 5, 3, 0, 8, 12, 9, 7, 14, 11, 6, 10] },
          { name: 'Agents', fill: workerFills.agents, values: [0, 1, 3, 4, 4, 6, 9, 12, 10, 15, 18, 21] },
          { name: 'Unknown', fill: workerFills.unknown, values: [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0] },
        ]}
      />
      <StackedAreas
        {...week}
        title="Tasks by status"
        yLabel="Tasks"
        empty="No tasks yet."
        areas={[
          {
            name: 'Complete',
            fill: { colour: 'text-accent', pattern: 'solid' },
            values: [2, 7, 10, 10, 18, 30, 39, 46, 60, 71, 77, 87],
          },
          {
            name: 'Open',
            fill: { colour: 'text-todo', pattern: 'dots' },
            values: [18, 15, 14, 20, 23, 30, 31, 42, 36, 32, 31, 23],
          },
        ]}
      />
      <Lines
        {...week}
        title="Cycle time"
        yLabel="Days"
        empty="No started tasks completed."
        lines={[
          {
            name: 'Median',
            line: 'solid',
            values: [null, 3, 4.2, null, 2, null, null, 1.5, 1.2, 2.2, 0.9, 1],
          },
        ]}
      />
      <RankedBars
        title="Completed by person"
        nameLabel="Person"
        valueLabel="Tasks"
        empty="No tasks completed."
        items={[
          { key: '2', name: <Person kind="agent" id="2" name="Builder" />, value: 31 },
          { key: '1', name: <Person kind="user" id="1" name="Ada Byron" />, value: 42 },
          { key: '3', name: <Person kind="user" id="3" name="A member with a very long name" />, value: 1 },
          { key: '4', name: <Person kind="user" id="4" name="Grace" />, value: 0 },
        ]}
      />
      <Bars
        {...week}
        title="Reviews per week"
        yLabel="Reviews"
        empty="No reviews in this period."
        values={labels.map(() => 0)}
      />
    </div>
  )
}
