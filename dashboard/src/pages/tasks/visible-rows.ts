import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { type Density, density } from '../../ui/density.ts'
import { useStore } from '../../ui/store.ts'

export interface RowRange {
  from: number
  to: number
}

/** Rows are rendered this many at a time, so that most scroll events render nothing. */
const batchSize = 10
/** Rows above and below the viewport that are rendered too. */
const margin = 15
const firstRange: RowRange = { from: 0, to: 40 }

/**
 * Returns the rows of a list to render: those in the viewport and some around it. All rows have the same height, and
 * any ancestor can scroll.
 */
export function useVisibleRows(list: RefObject<HTMLElement | null>, count: number): RowRange {
  const rowHeight = useRowHeight()
  const [range, setRange] = useState(firstRange)
  useLayoutEffect(() => {
    function update(): void {
      const { top } = list.current!.getBoundingClientRect()
      const first = Math.floor((-top / rowHeight - margin) / batchSize) * batchSize
      const last = Math.ceil(((innerHeight - top) / rowHeight + margin) / batchSize) * batchSize
      const next = { from: Math.max(first, 0), to: Math.max(last, 0) }
      setRange((shown) => (shown.from === next.from && shown.to === next.to ? shown : next))
    }
    update()
    // Captured, because scroll events don't bubble.
    document.addEventListener('scroll', update, { capture: true, passive: true })
    addEventListener('resize', update)
    // Another group can collapse or grow, which moves this one without a scroll event.
    const moved = new ResizeObserver(update)
    moved.observe(list.current!.closest('[data-task-groups]')!)
    return () => {
      moved.disconnect()
      document.removeEventListener('scroll', update, { capture: true })
      removeEventListener('resize', update)
    }
  }, [list, rowHeight])
  return { from: Math.min(range.from, count), to: Math.min(range.to, count) }
}

/** Returns the height of a row in pixels, from `--row-height` of styles.css. */
export function useRowHeight(): number {
  const chosen = useStore(density)
  return useMemo(() => readRowHeight(chosen), [chosen])
}

const rowHeights: Partial<Record<Density, number>> = {}

/** Reads the style once for each density, because reading it while rows render would slow down scrolling. */
function readRowHeight(chosen: Density): number {
  const root = getComputedStyle(document.documentElement)
  return (rowHeights[chosen] ??=
    Number.parseFloat(root.getPropertyValue('--row-height')) * Number.parseFloat(root.fontSize))
}

/** Scrolls a row into view that isn't rendered. */
export function scrollToRow(list: HTMLElement, index: number, rowHeight: number): void {
  const target = list.getBoundingClientRect().top + index * rowHeight - innerHeight / 2
  let scrolled: HTMLElement | null = list
  while (scrolled && !isScrollable(scrolled)) scrolled = scrolled.parentElement
  ;(scrolled ?? document.scrollingElement)?.scrollBy({ top: target })
}

function isScrollable(element: HTMLElement): boolean {
  return (
    element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)
  )
}
