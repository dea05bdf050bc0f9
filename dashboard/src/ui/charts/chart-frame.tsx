import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react'
import { locale } from '../locale.ts'
import { useStore } from '../store.ts'
import { Axis } from './axis.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { type Range, middles, nearest, scale, ticksUpTo } from './scales.ts'
import { useWidth } from './use-width.ts'

export interface Series {
  name: string
  values: readonly number[]
}

export interface ChartProps {
  title: string
  /** One sentence about what it shows. */
  text?: string
  /** What goes along the bottom: "Week of". */
  across: string
  /** What goes up the side: "Tasks". */
  upwards: string
  /** One for each value, the oldest first: short enough for twelve of them. */
  labels: readonly string[]
  /** What to say where there is nothing to be shown. */
  empty: string
}

/** What a chart is drawn into. */
export interface Plot {
  places: readonly number[]
  /** How much room each value has from left to right. */
  band: number
  y: (value: number) => number
  floor: number
  /** The one that is pointed at or walked to. */
  marked: number | undefined
}

interface ChartFrameProps extends ChartProps {
  series: readonly Series[]
  /** What explains the lines. */
  legend?: ReactNode
  children: (plot: Plot) => ReactNode
}

const height = 200
const top = 22
const floor = height - 38

/**
 * What all charts along a time have in common: a title, axes, the values of whatever is pointed at or walked to with the
 * arrow keys, and the same numbers as a table for those who do not see it.
 */
export function ChartFrame(props: ChartFrameProps) {
  const { title, text, across, upwards, labels, empty, series, legend, children } = props
  const id = useId()
  const [place, width] = useWidth()
  const [marked, setMarked] = useState<number>()
  useStore(locale)
  const nothing = series.every(({ values }) => values.every((value) => value === 0))
  const ticks = ticksUpTo(Math.max(0, ...series.flatMap(({ values }) => values)))
  const left = 14 + 7 * written(ticks.at(-1)!).length
  const range: Range = [left, width - 2]
  const places = middles(labels.length, range)
  const y = scale([0, ticks.at(-1)!], [floor, top])

  function point({ clientX, currentTarget }: PointerEvent<HTMLElement>): void {
    setMarked(nearest(places, clientX - currentTarget.getBoundingClientRect().left))
  }

  function walk(event: KeyboardEvent): void {
    const last = labels.length - 1
    const at = marked ?? last + 1
    const next = { ArrowLeft: at - 1, ArrowRight: marked === undefined ? last : at + 1, Home: 0, End: last }[
      event.key
    ]
    if (event.key === 'Escape') setMarked(undefined)
    if (next === undefined) return
    event.preventDefault()
    setMarked(Math.max(0, Math.min(last, next)))
  }

  return (
    <figure aria-labelledby={id} className="relative min-w-0 rounded-lg border bg-surface p-4">
      <figcaption className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span id={id} className="font-semibold">
          {title}
        </span>
        {text && <span className="text-[13px] text-muted">{text}</span>}
        {!nothing && legend && <span className="ml-auto flex flex-wrap gap-x-4 text-[13px]">{legend}</span>}
      </figcaption>
      {nothing ? (
        <p
          className="flex items-center justify-center text-center text-balance text-muted"
          style={{ height }}
        >
          {empty}
        </p>
      ) : (
        <>
          <div
            ref={place}
            role="group"
            aria-label={`${title}: walk through the values with the arrow keys`}
            tabIndex={0}
            onKeyDown={walk}
            onBlur={() => setMarked(undefined)}
            onPointerDown={point}
            onPointerMove={point}
            // A finger leaves as soon as it has tapped.
            onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setMarked(undefined)}
            className="relative rounded-sm"
            style={{ height }}
          >
            {width > 0 && (
              <svg width={width} height={height} aria-hidden className="block overflow-visible">
                <Axis {...{ across, upwards, labels, places, ticks, y, range, floor, height }} />
                {children({ places, band: (range[1] - range[0]) / labels.length, y, floor, marked })}
              </svg>
            )}
            {marked !== undefined && (
              <Readout
                label={labels[marked]!}
                series={series}
                index={marked}
                x={places[marked]!}
                width={width}
              />
            )}
          </div>
          <NumbersTable title={title} across={across} labels={labels} series={series} />
        </>
      )}
    </figure>
  )
}

interface ReadoutProps {
  label: string
  series: readonly Series[]
  index: number
  x: number
  width: number
}

/** The numbers of one place, above it; kept inside of the chart at both ends. */
function Readout({ label, series, index, x, width }: ReadoutProps) {
  const part = width > 0 ? (100 * x) / width : 0
  return (
    <p
      role="status"
      className="pointer-events-none absolute top-0 z-10 w-max max-w-full rounded-md border bg-raised px-2 py-1 text-[13px] shadow-md"
      style={{ left: x, transform: `translateX(-${part}%)` }}
    >
      <span className="text-muted">{label}: </span>
      {series.map(({ name, values }, at) => (
        <span key={name} className="tabular-nums">
          {at > 0 && ', '}
          <span className="font-semibold">{written(values[index] ?? 0)}</span> {name.toLowerCase()}
        </span>
      ))}
    </p>
  )
}

/** A number in the way that the reader writes it. */
export function written(value: number): string {
  return new Intl.NumberFormat(locale.get(), { maximumFractionDigits: 1 }).format(value)
}
