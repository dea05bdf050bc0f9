import { TableIcon } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react'
import { IconButton } from '../button.tsx'
import { formatNumber } from '../format-number.ts'
import { locale } from '../locale.ts'
import { useStore } from '../store.ts'
import { Axis } from './axis.tsx'
import { NumbersTable, shownValue } from './numbers-table.tsx'
import { type Range, bandCenters, nearestIndex, scale, ticksUpTo } from './scales.ts'
import { useWidth } from './use-width.ts'
import { texts } from '../texts.ts'

export interface Series {
  name: string
  /** Null where there is no value, such as the median of no tasks. */
  values: readonly (number | null)[]
}

export interface ChartProps {
  title: string
  /** A sentence that explains the chart. */
  text?: string
  /** The label of the x-axis, such as "Week of". */
  xLabel: string
  /** The label of the y-axis, such as "Tasks". */
  yLabel: string
  /** A label per value, oldest first. Twelve of them must fit side by side. */
  labels: readonly string[]
  /** Shown instead of a chart without values. */
  empty: string
  /** Shown below the title, such as a choice of what the chart shows. */
  controls?: ReactNode
}

/** The coordinates for drawing a chart. */
export interface Plot {
  centers: readonly number[]
  /** The width of each value. */
  band: number
  y: (value: number) => number
  floor: number
  /** The index of the hovered or selected value. */
  marked: number | undefined
}

interface ChartFrameProps extends ChartProps {
  series: readonly Series[]
  /** The highest value of the y-axis, if it is not that of a series: stacked values add up. */
  max?: number
  legend?: ReactNode
  children: (plot: Plot) => ReactNode
}

const height = 200
const top = 22
const floor = height - 38

/**
 * The frame of all time charts: a title, axes, the values under the pointer or selected with the arrow keys, and a table
 * of the same numbers for screen readers.
 */
export function ChartFrame(props: ChartFrameProps) {
  const { title, text, xLabel, yLabel, labels, empty, controls, series, legend, children } = props
  const id = useId()
  const [measure, width] = useWidth()
  const [marked, setMarked] = useState<number>()
  const [isTable, setIsTable] = useState(false)
  useStore(locale)
  const isEmpty = series.every(({ values }) => values.every((value) => !value))
  const { max = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))) } = props
  const ticks = ticksUpTo(max)
  const left = 14 + 7 * formatNumber(ticks.at(-1)!).length
  const range: Range = [left, width - 2]
  const centers = bandCenters(labels.length, range)
  const y = scale([0, ticks.at(-1)!], [floor, top])

  function point({ clientX, currentTarget }: PointerEvent<HTMLElement>): void {
    setMarked(nearestIndex(centers, clientX - currentTarget.getBoundingClientRect().left))
  }

  function selectByKey(event: KeyboardEvent): void {
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
      <figcaption className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1 pr-9">
        <span id={id} className="font-semibold">
          {title}
        </span>
        {text && <span className="text-[13px] text-muted">{text}</span>}
        {!isEmpty && legend && <span className="ml-auto flex flex-wrap gap-x-4 text-[13px]">{legend}</span>}
        {!isEmpty && (
          <IconButton
            label={texts.chart.table}
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
            className="absolute top-3 right-3 aria-pressed:bg-hover aria-pressed:text-ink"
          >
            <TableIcon />
          </IconButton>
        )}
      </figcaption>
      {controls && <div className="mb-3 flex flex-wrap items-center gap-2">{controls}</div>}
      {isEmpty ? (
        <p
          className="flex items-center justify-center text-center text-balance text-muted"
          style={{ height }}
        >
          {empty}
        </p>
      ) : isTable ? (
        <NumbersTable isVisible title={title} xLabel={xLabel} labels={labels} series={series} />
      ) : (
        <>
          <div
            ref={measure}
            role="group"
            aria-label={texts.chart.label(title)}
            tabIndex={0}
            onKeyDown={selectByKey}
            onBlur={() => setMarked(undefined)}
            onPointerDown={point}
            onPointerMove={point}
            // A touch leaves right after the tap.
            onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setMarked(undefined)}
            className="relative rounded-sm"
            style={{ height }}
          >
            {width > 0 && (
              <svg width={width} height={height} aria-hidden className="block overflow-visible">
                <Axis {...{ xLabel, yLabel, labels, centers, ticks, y, range, floor, height }} />
                {children({ centers, band: (range[1] - range[0]) / labels.length, y, floor, marked })}
              </svg>
            )}
            {marked !== undefined && (
              <Readout
                label={labels[marked]!}
                series={series}
                index={marked}
                x={centers[marked]!}
                width={width}
              />
            )}
          </div>
          <NumbersTable title={title} xLabel={xLabel} labels={labels} series={series} />
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

/** The values of one label, shown above it and kept inside of the chart. */
function Readout({ label, series, index, x, width }: ReadoutProps) {
  const percent = width > 0 ? (100 * x) / width : 0
  return (
    <p
      role="status"
      className="pointer-events-none absolute top-0 z-10 w-max max-w-full rounded-md border bg-raised px-2 py-1 text-[13px] shadow-md"
      style={{ left: x, transform: `translateX(-${percent}%)` }}
    >
      <span className="text-muted">{label}: </span>
      {series.map(({ name, values }, at) => (
        <span key={name} className="tabular-nums">
          {at > 0 && ', '}
          <span className="font-semibold">{shownValue(values[index])}</span> {name.toLowerCase()}
        </span>
      ))}
    </p>
  )
}
