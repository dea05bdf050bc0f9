import { useSearch } from '@tanstack/react-router'
import { TableIcon } from 'lucide-react'
import { useState } from 'react'
import { useChangeSearch } from '../../../change-search.ts'
import { useRead } from '../../../read.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { texts as sharedTexts } from '../../../ui/texts.ts'
import { useProject } from '../this-project.ts'
import { TimelineChart } from './timeline-chart.tsx'
import type { Timeline } from './timeline-item.ts'
import { TimelineTable } from './timeline-table.tsx'
import { texts } from './texts.ts'
import type { Zoom } from './timeline-search.ts'

/** The epics and features of a project by their dates. */
export function TimelinePage() {
  const { name, slug } = useProject()
  return (
    <>
      <title>{`${name} · Baton`}</title>
      <Loaded query={useRead('projects.getTimeline', { project: slug })} noun={texts.noun}>
        {(timeline) =>
          timeline.epics.length + timeline.features.length === 0 ? (
            <NoItems slug={slug} />
          ) : (
            <Items timeline={timeline} />
          )
        }
      </Loaded>
    </>
  )
}

function NoItems({ slug }: { slug: string }) {
  return (
    <Empty {...texts.empty}>
      <LinkButton to="/projects/$slug/tree" params={{ slug }} search={{}}>
        {texts.empty.tree}
      </LinkButton>
      <LinkButton to="/projects/$slug/features" params={{ slug }} search={{}}>
        {texts.empty.features}
      </LinkButton>
    </Empty>
  )
}

function Items({ timeline }: { timeline: Timeline }) {
  const { zoom = 'months' } = useSearch({ from: '/shell/projects/$slug/timeline' })
  const change = useChangeSearch<{ zoom?: Zoom }>()
  const [isTable, setIsTable] = useState(false)
  return (
    <div className="flex flex-col gap-3 px-4 py-4 md:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Choice
          label={texts.zoom}
          value={zoom}
          names={texts.zooms}
          onChange={(chosen) => change({ zoom: chosen })}
        />
        <span className="text-[13px] text-muted">{texts.derivedLegend}</span>
        <IconButton
          label={sharedTexts.chart.table}
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
          className="ml-auto aria-pressed:bg-hover aria-pressed:text-ink"
        >
          <TableIcon />
        </IconButton>
      </div>
      {isTable ? (
        <TimelineTable timeline={timeline} />
      ) : (
        <TimelineChart key={zoom} timeline={timeline} zoom={zoom} />
      )}
      {timeline.omitted > 0 && <p className="text-[13px] text-muted">{texts.omitted(timeline.omitted)}</p>}
    </div>
  )
}
