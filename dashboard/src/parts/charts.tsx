import { Bars } from '../ui/charts/bars.tsx'
import { Lines } from '../ui/charts/lines.tsx'
import { RankedBars } from '../ui/charts/ranked-bars.tsx'
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
