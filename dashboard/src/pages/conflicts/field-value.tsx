import { type ReactNode, useMemo } from 'react'
import { exactTime, shortDay } from '../../ui/time.tsx'
import { choicesOf } from './fields.ts'
import type { Conflict } from './queries.ts'
import { ReferenceName, isReference } from './reference-name.tsx'
import { texts } from './texts.ts'

interface FieldValueProps {
  kind: Conflict['kind']
  field: string
  value: unknown
}

/** The value of a field as people know it. */
export function FieldValue({ kind, field, value }: FieldValueProps): ReactNode {
  const { none, yes, no } = texts.values
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className="text-muted">{none}</span>
  if (typeof value === 'boolean') return value ? yes : no
  if (Array.isArray(value)) return <Items {...{ kind, field }} values={value as unknown[]} />
  if (typeof value === 'object') return <Plain value={value} />
  const text = String(value)
  if (isReference(field)) return <ReferenceName field={field} id={text} />
  if (field === 'dueAt') return shortDay(new Date(text))
  if (isTime(text)) return exactTime(new Date(text))
  const choice = choicesOf(kind, field)?.[text]
  return <span className="whitespace-pre-wrap wrap-anywhere">{choice ?? text}</span>
}

interface ItemsProps extends Omit<FieldValueProps, 'value'> {
  values: unknown[]
}

function Items({ kind, field, values }: ItemsProps) {
  if (values.every((value) => typeof value === 'string') && !isReference(field))
    return <span className="wrap-anywhere">{values.join(', ')}</span>
  return (
    <ul className="list-disc pl-4">
      {values.map((value, index) => (
        // Values need not be unique.
        <li key={index}>
          <FieldValue {...{ kind, field }} value={nameIn(value)} />
        </li>
      ))}
    </ul>
  )
}

/** Returns the text that stands for an object: of a goal, an alternative, a file or a link. */
function nameIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { text, title, name, path, url } = value as Record<string, unknown>
  return text ?? title ?? name ?? path ?? url ?? value
}

function Plain({ value }: { value: object }) {
  const text = useMemo(() => JSON.stringify(value, null, 2), [value])
  return (
    <pre className="max-h-60 overflow-auto font-mono text-xs whitespace-pre-wrap wrap-anywhere">{text}</pre>
  )
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)
}
