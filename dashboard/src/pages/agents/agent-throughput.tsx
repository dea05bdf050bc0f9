import { ownTimezone } from '../../days.ts'
import { useRead } from '../../read.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { weekLabel } from '../../ui/charts/week-label.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import type { AgentDetails } from './queries.ts'
import { texts } from './texts.ts'

const { throughput } = texts

/** The completed tasks and the calls of an agent in each week. */
export function AgentThroughput({ agent: { id, name } }: { agent: AgentDetails }) {
  const query = useRead('agents.getThroughput', { agent: id, weeks: 8, timezone: ownTimezone() })
  return (
    <Section title={throughput.title}>
      <Loaded query={query} noun={throughput.noun}>
        {({ weeks }) => {
          const weekly = { xLabel: throughput.weekOf, labels: weeks.map(({ week }) => weekLabel(week)) }
          return (
            <div className="grid gap-4 xl:grid-cols-2">
              <Bars
                {...weekly}
                title={throughput.completed}
                yLabel={throughput.tasks}
                values={weeks.map(({ completed }) => completed)}
                empty={throughput.noTasks(name)}
              />
              <Bars
                {...weekly}
                title={throughput.calls}
                yLabel={throughput.callsAxis}
                values={weeks.map(({ calls }) => calls)}
                empty={throughput.noCalls(name)}
              />
            </div>
          )
        }}
      </Loaded>
    </Section>
  )
}
