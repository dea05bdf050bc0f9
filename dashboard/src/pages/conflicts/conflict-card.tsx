import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { ConflictValues, LostFields } from './conflict-values.tsx'
import { editorOf, fieldName } from './fields.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { type Conflict, conflictQuery } from './queries.ts'
import { useResolve } from './resolve.ts'
import { texts } from './texts.ts'
import { useActorName, useChangeName } from './use-change-name.ts'

interface ConflictCardProps {
  conflict: Conflict
  className: string
}

/** A conflict with its values, and buttons that resolve it. */
export function ConflictCard({ conflict: listed, className }: ConflictCardProps) {
  const read = useQuery(conflictQuery(listed)).data
  const conflict = read.version < listed.version ? listed : read
  const { type, item, field, resolvedAt } = conflict
  const label =
    type === 'deleted' || field === null ? texts.deletedLabel(item.key) : texts.label(fieldName(field))
  return (
    <section aria-label={label} className={className}>
      <p className="mb-2 flex flex-wrap items-baseline gap-x-2">
        <Summary conflict={conflict} />
        <span className="text-[13px] text-muted">
          <Time at={conflict.createdAt} />
        </span>
      </p>
      {type === 'deleted' ? <Lost conflict={conflict} /> : <ConflictValues conflict={conflict} />}
      {resolvedAt ? (
        <Resolved conflict={conflict} />
      ) : (
        conflict.may.resolve && <Actions conflict={conflict} />
      )}
    </section>
  )
}

function Summary({ conflict: { type, item, field, currentBy } }: { conflict: Conflict }) {
  const actorName = useActorName()
  if (type === 'field')
    return <span className="font-medium">{texts.changedBoth(fieldName(field ?? ''))}</span>
  return (
    <span className="font-medium">
      {item.deleted ? texts.deleted(item.key, actorName(currentBy)) : texts.restored(item.key)}
    </span>
  )
}

function Lost({ conflict }: { conflict: Conflict }) {
  const changeName = useChangeName()
  return (
    <>
      <p className="mb-1 text-[13px] text-muted">{changeName(conflict.otherBy)}</p>
      <LostFields conflict={conflict} />
    </>
  )
}

function Actions({ conflict }: { conflict: Conflict }) {
  const { type, kind, item, field } = conflict
  const resolve = useResolve(conflict)
  const [isMerging, setIsMerging] = useState(false)
  const subject = field === null ? item.key : fieldName(field)
  const button = (take: 'current' | 'other', name: string) => (
    <Button
      aria-label={texts.onField(name, subject)}
      busy={resolve.isPending && resolve.variables.take === take}
      disabled={resolve.isPending}
      onClick={() => resolve.mutate({ take })}
    >
      {name}
    </Button>
  )
  if (type === 'deleted')
    return (
      <div className="mt-3 flex flex-wrap gap-2">
        {button('other', item.deleted ? texts.restore : texts.apply)}
        {button('current', item.deleted ? texts.keepDeleted : texts.discard)}
      </div>
    )
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {button('current', texts.keepCurrent)}
      {button('other', texts.takeOther)}
      {field !== null && editorOf(kind, field) && (
        <Button aria-label={texts.onField(texts.merge, subject)} onClick={() => setIsMerging(true)}>
          {texts.merge}
        </Button>
      )}
      {isMerging && field !== null && (
        <MergeDialog conflict={conflict} field={field} onClose={() => setIsMerging(false)} />
      )}
    </div>
  )
}

function Resolved({ conflict: { type, resolution, resolvedBy, resolvedAt } }: { conflict: Conflict }) {
  const actorName = useActorName()
  if (!resolution || !resolvedBy || !resolvedAt) return null
  const action = (type === 'deleted' ? texts.deletedResolvedTo : texts.resolvedTo)[resolution]
  return (
    <p className="mt-2 text-[13px] text-muted">
      {actorName(resolvedBy)} {action} <Time at={resolvedAt} />
    </p>
  )
}
