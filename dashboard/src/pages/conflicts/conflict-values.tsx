import { type ReactNode, useMemo } from 'react'
import { difference } from '../../../../server/platform/difference.ts'
import { Diff } from '../../ui/diff.tsx'
import { FieldValue } from './field-value.tsx'
import { editorOf, fieldName } from './fields.ts'
import type { Conflict } from './queries.ts'
import { texts } from './texts.ts'
import { useChangeName } from './use-change-name.ts'

/** Both values of a field: texts as their difference, others side by side. */
export function ConflictValues({ conflict }: { conflict: Conflict }) {
  const { kind, field, current, other, currentBy, otherBy } = conflict
  const changeOf = useChangeName()
  const currentTitle = texts.of(texts.current, changeOf(currentBy))
  const otherTitle = texts.of(texts.other, changeOf(otherBy))
  if (field === null) return null
  if (typeof current === 'string' && typeof other === 'string' && editorOf(kind, field) === 'markdown')
    return <TextDifference {...{ current, other, currentTitle, otherTitle }} />
  return (
    <dl className="grid gap-2 sm:grid-cols-2">
      <Side title={currentTitle}>
        <FieldValue {...{ kind, field }} value={current} />
      </Side>
      <Side title={otherTitle}>
        <FieldValue {...{ kind, field }} value={other} />
      </Side>
    </dl>
  )
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-md border bg-surface px-3 py-2">
      <dt className="text-xs text-muted">{title}</dt>
      <dd className="mt-0.5 max-h-60 overflow-y-auto">{children}</dd>
    </div>
  )
}

interface TextDifferenceProps {
  current: string
  other: string
  currentTitle: string
  otherTitle: string
}

function TextDifference({ current, other, currentTitle, otherTitle }: TextDifferenceProps) {
  const found = useMemo(() => difference(current, other), [current, other])
  return (
    <div>
      <p className="mb-1 flex flex-wrap gap-x-4 text-[13px]">
        <span className="text-danger">− {currentTitle}</span>
        <span className="text-accent">+ {otherTitle}</span>
      </p>
      <Diff {...found} text={other} />
    </div>
  )
}

/** The fields that a deletion lost. */
export function LostFields({ conflict: { kind, other } }: { conflict: Conflict }) {
  return (
    <dl className="flex flex-col gap-2 rounded-md border bg-surface px-3 py-2">
      {Object.entries(other as Record<string, unknown>).map(([field, value]) => (
        <div key={field} className="min-w-0">
          <dt className="text-xs text-muted">{fieldName(field)}</dt>
          <dd className="max-h-60 overflow-y-auto">
            <FieldValue {...{ kind, field, value }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
