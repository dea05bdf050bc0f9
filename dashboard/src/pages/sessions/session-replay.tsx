import { useQuery } from '@tanstack/react-query'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { projectsQuery } from '../../queries.ts'
import { read } from '../../read.ts'
import { IconButton } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { card } from '../../ui/section.tsx'
import { timeOfDay } from '../../ui/time.tsx'
import { LinkedAction } from '../activity/event-sentence.tsx'
import type { Activity, ActivityFilter } from '../activity/queries.ts'
import { titleIn } from '../activity/sentences.ts'
import { texts } from './texts.ts'

const maxSteps = 200
const playIntervalMs = 1200

/** The steps of a session in order, which the reader can play or step through. */
export function SessionReplay({ filter }: { filter: ActivityFilter }) {
  const query = useQuery(read('activity.list', { ...filter, limit: maxSteps }))
  return (
    <Loaded query={query} noun={texts.replay.noun}>
      {({ items, nextCursor }) =>
        items.length === 0 ? (
          <p className="text-muted">{texts.replay.empty}</p>
        ) : (
          <>
            <Steps steps={items.toReversed()} />
            {nextCursor && <p className="mt-2 text-[13px] text-muted">{texts.replay.newest(maxSteps)}</p>}
          </>
        )
      }
    </Loaded>
  )
}

function Steps({ steps }: { steps: Activity[] }) {
  const { replay } = texts
  // Null follows the newest step, so that a running session stays live.
  const [chosen, setChosen] = useState<number | null>(null)
  const [playing, setPlaying] = useState(false)
  const last = steps.length - 1
  const current = Math.min(chosen ?? last, last)
  const show = (index: number) => setChosen(index >= last ? null : Math.max(0, index))
  useEffect(() => {
    if (!playing) return undefined
    const timer = setTimeout(() => {
      if (current >= last) setPlaying(false)
      else setChosen(current + 1 === last ? null : current + 1)
    }, playIntervalMs)
    return () => clearTimeout(timer)
  }, [playing, current, last])
  function play(): void {
    if (!playing && current === last) setChosen(0)
    setPlaying(!playing)
  }
  return (
    <div className={card}>
      <div role="group" aria-label={replay.controls} className="flex items-center gap-1 border-b px-3 py-2">
        <IconButton label={replay.previous} disabled={current === 0} onClick={() => show(current - 1)}>
          <ChevronLeftIcon />
        </IconButton>
        <IconButton label={playing ? replay.pause : replay.play} disabled={last === 0} onClick={play}>
          {playing ? <PauseIcon /> : <PlayIcon />}
        </IconButton>
        <IconButton label={replay.next} disabled={current === last} onClick={() => show(current + 1)}>
          <ChevronRightIcon />
        </IconButton>
        <input
          type="range"
          aria-label={replay.position}
          aria-valuetext={replay.step(current + 1, steps.length)}
          min={0}
          max={last}
          value={current}
          disabled={last === 0}
          onChange={(event) => show(Number(event.target.value))}
          className="mx-2 min-w-0 grow accent-accent"
        />
        <span className="text-[13px] whitespace-nowrap text-muted tabular-nums">
          {replay.step(current + 1, steps.length)}
        </span>
      </div>
      <StepList steps={steps} current={current} onChoose={show} />
    </div>
  )
}

interface StepListProps {
  steps: Activity[]
  current: number
  onChoose: (index: number) => void
}

function StepList({ steps, current, onChoose }: StepListProps) {
  const { replay } = texts
  const projects = useQuery(projectsQuery(false)).data
  return (
    <ol aria-label={replay.label} className="max-h-96 overflow-y-auto py-1">
      {steps.map((step, index) => (
        <li
          key={step.id}
          aria-current={index === current ? 'step' : undefined}
          className={`flex gap-3 border-l-2 px-3 py-1.5 ${
            index === current ? 'border-accent bg-accent-soft' : 'border-transparent'
          } ${index > current ? 'text-muted' : ''}`}
        >
          <button
            type="button"
            onClick={() => onChoose(index)}
            className="min-h-6 w-20 shrink-0 rounded text-left text-[13px] text-muted tabular-nums hover:text-ink"
          >
            <span className="sr-only">{replay.goTo(index + 1)}</span>
            <time dateTime={step.at}>{timeOfDay(new Date(step.at))}</time>
            {index > 0 && <span className="block text-xs">{distance(steps[index - 1]!.at, step.at)}</span>}
          </button>
          <span className="min-w-0 wrap-anywhere">
            <LinkedAction event={step} slug={projects?.find(({ id }) => id === step.project)?.slug} />
            {titleIn(step) && <span className="line-clamp-2 text-muted">{titleIn(step)}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Returns the time since the previous step: "+45 s", "+3 min" or "+2 h". */
function distance(before: string, at: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(before)) / 1000))
  if (seconds < 60) return texts.replay.seconds(seconds)
  if (seconds < 3600) return texts.replay.minutes(Math.round(seconds / 60))
  return texts.replay.hours(Math.round(seconds / 3600))
}
