/*
 * Coordinates of charts, as pure functions that are tested without a browser.
 */
export type Range = readonly [from: number, to: number]

/** Returns a function that maps values from one range to another: `scale([0, 10], [100, 0])(5)` is 50. */
export function scale([low, high]: Range, [start, end]: Range): (value: number) => number {
  const span = high - low
  return (value) => (span === 0 ? start : start + ((value - low) / span) * (end - start))
}

/** Returns whole, round numbers from 0 to the first one that is at least `max`. */
export function ticksUpTo(max: number, count = 4): number[] {
  if (!(max > 0) || !Number.isFinite(max)) return [0, 1]
  const step = roundStep(max / count)
  const steps = Math.ceil(max / step - 1e-9)
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

/** Returns the smallest of 1, 2, 5, 10, 20, 50, … that is at least `min`. */
function roundStep(min: number): number {
  if (min <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(min) + 1e-9)
  return power * [1, 2, 5, 10].find((factor) => factor * power >= min - 1e-9)!
}

/** Returns the centers of bands that divide a range evenly. */
export function bandCenters(count: number, [start, end]: Range): number[] {
  const band = (end - start) / Math.max(1, count)
  return Array.from({ length: count }, (_, index) => start + band * (index + 0.5))
}

/** Returns the index of the nearest center, or undefined if there are none. */
export function nearestIndex(centers: readonly number[], x: number): number | undefined {
  if (centers.length === 0) return undefined
  const distances = centers.map((center) => Math.abs(center - x))
  return distances.indexOf(Math.min(...distances))
}

/** Returns the indexes of labels that fit without overlap, counted from the last one, which is the newest. */
export function visibleLabels(count: number, width: number, labelWidth: number): number[] {
  if (count === 0) return []
  const capacity = Math.max(1, Math.floor(width / labelWidth))
  const every = Math.ceil(count / capacity)
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % every === 0,
  )
}

/** Returns the SVG path of a line through the points. */
export function pathThrough(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
}

/** Returns the runs of points without missing ones between them. */
export function segmentsOf<Point>(points: readonly (Point | null)[]): Point[][] {
  const segments: Point[][] = []
  for (const [index, point] of points.entries()) {
    if (point === null) continue
    if (index === 0 || points[index - 1] === null) segments.push([])
    segments.at(-1)!.push(point)
  }
  return segments
}

/** Returns for each series the sums of the values up to it, for areas on top of each other. */
export function stackOf(series: readonly (readonly number[])[]): number[][] {
  const sums: number[][] = []
  for (const values of series) sums.push(values.map((value, index) => value + (sums.at(-1)?.[index] ?? 0)))
  return sums
}

/** Returns the SVG path of a bar with rounded upper corners. */
export function barPath(center: number, width: number, top: number, floor: number): string {
  const height = floor - top
  if (height <= 0) return ''
  const corner = Math.min(3, width / 2, height)
  const [left, right] = [center - width / 2, center + width / 2].map(round) as [number, number]
  const shoulder = round(top + corner)
  return `M${left} ${round(floor)}V${shoulder}Q${left} ${round(top)} ${round(left + corner)} ${round(top)}H${round(right - corner)}Q${right} ${round(top)} ${right} ${shoulder}V${round(floor)}Z`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
