import { Bars } from '../../../ui/charts/bars.tsx'
import { Lines } from '../../../ui/charts/lines.tsx'
import { RankedBars } from '../../../ui/charts/ranked-bars.tsx'
import { weekLabel } from '../../../ui/charts/week-label.ts'
import type { Overview } from './queries.ts'
import { texts } from './texts.ts'

const { charts } = texts
const mebibyte = 1024 ** 2

/** The numbers of each day, and rankings. */
export function OverviewCharts({ overview }: { overview: Overview }) {
  const { days, slowOperations, failedOperations, storage } = overview
  const daily = { xLabel: charts.day, labels: days.map(({ day }) => weekLabel(day)) }
  const values = (name: Exclude<keyof (typeof days)[number], 'day'>) => days.map((day) => day[name])
  return (
    <section aria-label={charts.label} className="mt-6 flex flex-col gap-4">
      <Lines
        {...daily}
        title={charts.requests.title}
        yLabel={charts.requests.all}
        empty={charts.requests.empty}
        lines={[
          { name: charts.requests.all, line: 'solid', values: values('requests') },
          { name: charts.requests.errors, line: 'dashed', values: values('errors') },
        ]}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <ActivePeople overview={overview} />
        <Lines
          {...daily}
          title={charts.created.title}
          yLabel={charts.created.count}
          empty={charts.created.empty}
          lines={[
            { name: charts.created.people, line: 'solid', values: values('people') },
            { name: charts.created.organizations, line: 'dashed', values: values('organizations') },
          ]}
        />
        <Lines
          {...daily}
          title={charts.emails.title}
          yLabel={charts.emails.emails}
          empty={charts.emails.empty}
          lines={[
            { name: charts.emails.sent, line: 'solid', values: values('emailsSent') },
            { name: charts.emails.failed, line: 'dashed', values: values('emailsFailed') },
          ]}
        />
        <Lines
          {...daily}
          title={charts.webhooks.title}
          yLabel={charts.webhooks.deliveries}
          empty={charts.webhooks.empty}
          lines={[
            { name: charts.webhooks.delivered, line: 'solid', values: values('webhooksDelivered') },
            { name: charts.webhooks.failed, line: 'dashed', values: values('webhooksFailed') },
          ]}
        />
        <Bars
          {...daily}
          title={charts.events.title}
          text={charts.events.text}
          yLabel={charts.events.events}
          empty={charts.events.empty}
          values={values('events')}
        />
        <RankedBars
          title={charts.tables.title}
          text={charts.tables.text}
          nameLabel={charts.tables.table}
          valueLabel={charts.tables.size}
          empty={charts.tables.empty}
          items={storage.tables.map(({ name, bytes }) => ({
            key: name,
            name,
            value: Math.round((10 * bytes) / mebibyte) / 10,
          }))}
        />
        <RankedOperations {...charts.slow} operations={slowOperations} />
        <RankedOperations {...charts.failed} operations={failedOperations} />
      </div>
    </section>
  )
}

function ActivePeople({ overview: { accounts } }: { overview: Overview }) {
  const { day, week, month } = accounts.active
  const { active } = charts
  return (
    <Bars
      title={active.title}
      text={active.text}
      xLabel={active.within}
      yLabel={active.people}
      labels={active.periods}
      values={[day, week, month]}
      empty={active.empty}
    />
  )
}

interface RankedOperationsProps {
  title: string
  text: string
  operation: string
  times: string
  empty: string
  operations: Overview['slowOperations']
}

function RankedOperations({ operation, times, operations, ...labels }: RankedOperationsProps) {
  return (
    <RankedBars
      {...labels}
      nameLabel={operation}
      valueLabel={times}
      items={operations.map(({ operation: name, count }) => ({ key: name, name, value: count }))}
    />
  )
}
