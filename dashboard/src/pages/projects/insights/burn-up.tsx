import { useChangeSearch } from '../../../change-search.ts'
import { useRead } from '../../../read.ts'
import { Lines } from '../../../ui/charts/lines.tsx'
import { weekLabel } from '../../../ui/charts/week-label.ts'
import { Choice } from '../../../ui/choice.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import type { InsightsSearch } from './insights-search.ts'
import type { Insights } from './queries.ts'
import { texts } from './texts.ts'

interface BurnUpProps {
  insights: Insights
  slug: string
  search: InsightsSearch
}

/** The scope and the completed work of the project, or of one of its epics and features. */
export function BurnUp({ insights, slug, search: { item, unit = 'tasks' } }: BurnUpProps) {
  const { burnUp } = texts
  const { days } = insights.burnUp
  const change = useChangeSearch<InsightsSearch>()
  const timeline = useRead('projects.getTimeline', { project: slug }).data
  const items = [...(timeline?.epics ?? []), ...(timeline?.features ?? [])]
  return (
    <Lines
      title={burnUp.title}
      text={burnUp.text}
      xLabel={texts.day}
      yLabel={unit === 'tasks' ? texts.tasks : texts.points}
      labels={days.map(({ date }) => weekLabel(date))}
      lines={[
        { name: burnUp.scope, line: 'dashed', values: days.map(({ scope }) => scope[unit]) },
        { name: burnUp.completed, line: 'solid', values: days.map(({ completed }) => completed[unit]) },
      ]}
      empty={unit === 'tasks' ? burnUp.noTasks : burnUp.noPoints}
      controls={
        <>
          <div className="w-64 max-w-full">
            <Combobox
              aria-label={burnUp.item}
              options={items.map(({ key, title }) => ({ value: key, label: title, detail: key }))}
              value={item ?? null}
              none={burnUp.project}
              placeholder={burnUp.project}
              onChange={(key) => change({ item: key ?? undefined })}
            />
          </div>
          <Choice
            label={burnUp.unit}
            value={unit}
            names={{ tasks: texts.tasks, points: texts.points }}
            onChange={(chosen) => change({ unit: chosen })}
          />
        </>
      }
    />
  )
}
