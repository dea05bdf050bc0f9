import { lengthOf } from '../../../operations/token-budget.ts'
import { cutAt, isProse } from './concise.ts'
import { cutMark, isObject } from './lean.ts'

/** A cut text or list: its top-level field, and the length that is left. */
export interface CutText {
  field: string
  kept: number
  isText: boolean
}

/** The minimum length of a cut text, so that readers still see its subject. */
const minText = 500

interface Location {
  field: string
  parent: Record<string, unknown>
  name: string
  length: number
}

/** Cuts the longest texts, and then the longest lists, until the JSON has at most `room` characters. */
export function cutToFit(
  given: Record<string, unknown>,
  room: number,
): { value: Record<string, unknown>; cut: CutText[] } {
  const value = structuredClone(given)
  const cut: CutText[] = []
  for (let excess = lengthOf(value) - room; excess > 0; excess = lengthOf(value) - room) {
    const text = findLongest(value, (inner) => (isLongText(inner) ? inner.length : 0))
    const list =
      text ?? findLongest(value, (inner) => (Array.isArray(inner) && inner.length > 1 ? lengthOf(inner) : 0))
    if (!list) break
    const { field, parent, name } = list
    if (text) {
      const whole = parent[name] as string
      const { kept, missing } = cutAt(whole, Math.max(minText, whole.length - excess - markLength))
      replace(parent, name, kept, missing)
      cut.push({ field, kept: kept.length, isText: true })
    } else {
      const items = parent[name] as unknown[]
      const half = Math.ceil(items.length / 2)
      replace(parent, name, items.slice(0, half), items.length - half)
      cut.push({ field, kept: half, isText: false })
    }
  }
  return { value, cut }
}

/** The estimated length of a field that reports the missing part. */
const markLength = 60

function replace(parent: Record<string, unknown>, name: string, kept: unknown, missing: number): void {
  const before = Number(parent[`${name}${cutMark}`] ?? 0)
  parent[name] = kept
  parent[`${name}${cutMark}`] = before + missing
}

function isLongText(value: unknown): value is string {
  return typeof value === 'string' && value.length > minText && isProse(value)
}

function findLongest(
  value: Record<string, unknown>,
  lengthAt: (inner: unknown) => number,
): Location | undefined {
  let found: Location | undefined
  const visit = (parent: Record<string, unknown>, field: string | undefined) => {
    for (const [name, inner] of Object.entries(parent)) {
      const at = field ?? name
      const length = lengthAt(inner)
      if (length > (found?.length ?? 0)) found = { field: at, parent, name, length }
      for (const each of Array.isArray(inner) ? (inner as unknown[]) : [inner])
        if (isObject(each)) visit(each, at)
    }
  }
  visit(value, undefined)
  return found
}
