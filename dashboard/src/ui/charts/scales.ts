/*
 * Where things lie in a chart. Pure: tested without a browser.
 */
export type Range = readonly [from: number, to: number]

/** Carries values of one range into another: `scale([0, 10], [100, 0])(5)` is 50. */
export function scale([low, high]: Range, [start, end]: Range): (value: number) => number {
  const span = high - low
  return (value) => (span === 0 ? start : start + ((value - low) / span) * (end - start))
}

/** Round numbers from 0 to the first one that nothing exceeds: what is counted is whole. */
export function ticksUpTo(most: number, wanted = 4): number[] {
  if (!(most > 0) || !Number.isFinite(most)) return [0, 1]
  const step = roundStep(most / wanted)
  const count = Math.ceil(most / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** 1, 2, 5, 10, 20, 50, …: the smallest that is enough. */
function roundStep(least: number): number {
  if (least <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(least) + 1e-9)
  return power * [1, 2, 5, 10].find((factor) => factor * power >= least - 1e-9)!
}

/** The middles of so many bands that share a range evenly. */
export function middles(count: number, [start, end]: Range): number[] {
  const band = (end - start) / Math.max(1, count)
  return Array.from({ length: count }, (_, index) => start + band * (index + 0.5))
}

/** Which of the places is nearest; undefined if there are none. */
export function nearest(places: readonly number[], to: number): number | undefined {
  if (places.length === 0) return undefined
  const distances = places.map((place) => Math.abs(place - to))
  return distances.indexOf(Math.min(...distances))
}

/** How many labels to go on by, so that none touches the next; counted from the last one, which is the newest. */
export function labelled(count: number, width: number, labelWidth: number): number[] {
  if (count === 0) return []
  const room = Math.max(1, Math.floor(width / labelWidth))
  const every = Math.ceil(count / room)
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % every === 0,
  )
}

/** A line through the points, as SVG writes it. */
export function pathThrough(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
}

/** A bar that stands on `floor` and is rounded at its top. */
export function barPath(middle: number, width: number, top: number, floor: number): string {
  const height = floor - top
  if (height <= 0) return ''
  const corner = Math.min(3, width / 2, height)
  const [left, right] = [middle - width / 2, middle + width / 2].map(round) as [number, number]
  const shoulder = round(top + corner)
  return `M${left} ${round(floor)}V${shoulder}Q${left} ${round(top)} ${round(left + corner)} ${round(top)}H${round(right - corner)}Q${right} ${round(top)} ${right} ${shoulder}V${round(floor)}Z`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
