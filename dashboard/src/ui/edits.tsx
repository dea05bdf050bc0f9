import { useState } from 'react'
import { Problem } from '../client.ts'
import { Button } from './button.tsx'
import { useSubmit } from './submit.ts'

interface Editing<Thing, Field extends keyof Thing & string> {
  fields: Field[]
  save: (set: Partial<Pick<Thing, Field>>) => Promise<unknown>
  /** Reads what is saved by now. */
  refresh: () => Promise<unknown>
}

/** A form over something that others change meanwhile: neither their text nor what is being written vanishes unseen. */
export function useEdits<Thing, Field extends keyof Thing & string>(
  thing: Thing,
  { fields, save, refresh }: Editing<Thing, Field>,
) {
  type Fields = Partial<Pick<Thing, Field>>
  /** What was typed and not saved yet, and what stood there before. */
  const [edits, setEdits] = useState<{ set: Fields; over: Fields }>({ set: {}, over: {} })
  const edited = fields.filter((field) => Object.hasOwn(edits.set, field))
  const discard = () => setEdits({ set: {}, over: {} })

  function edit(set: Fields): void {
    const before = Object.fromEntries(
      fields.filter((field) => field in set).map((field) => [field, thing[field]]),
    ) as Fields
    setEdits({ set: { ...edits.set, ...set }, over: { ...before, ...edits.over } })
  }

  const form = useSubmit(fields, async () => {
    if (overtaken) return
    try {
      await save(edits.set)
    } catch (error) {
      // Somebody was quicker than the live feed: what they saved is shown before one saves again.
      if (error instanceof Problem && error.code === 'version_conflict') await refresh()
      throw error
    }
    discard()
  })
  // What was saved from here may be heard of before the answer to it has come.
  const overtaken =
    !form.busy && edited.some((field) => ![edits.over[field], edits.set[field]].includes(thing[field]))

  return {
    ...{ shown: { ...thing, ...edits.set }, edit, form, overtaken },
    changed: edited.length > 0,
    discard,
    /** What was written here counts, whatever was saved elsewhere. */
    keep: () => setEdits({ set: edits.set, over: thing }),
    /** What belongs beside no field, while it is not said in another way. */
    message: overtaken || form.code === 'already_taken' ? undefined : form.message,
    /** A name that somebody else has is told beside it. */
    taken: form.code === 'already_taken' ? form.message : undefined,
  }
}

export interface SaveButtonsProps {
  edits: Pick<ReturnType<typeof useEdits>, 'overtaken' | 'changed' | 'form' | 'discard' | 'keep'>
  /** "Your profile". */
  what: string
  action: string
}

export function SaveButtons({ edits, what, action }: SaveButtonsProps) {
  if (edits.overtaken)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 rounded-md bg-danger-soft p-2 pl-3">
        <span className="grow">{what} was changed elsewhere while you were writing.</span>
        <Button onClick={edits.discard}>Take what was saved</Button>
        <Button onClick={edits.keep}>Keep mine</Button>
      </div>
    )
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" kind="primary" busy={edits.form.busy} disabled={!edits.changed}>
        {action}
      </Button>
      {edits.changed && <Button onClick={edits.discard}>Discard changes</Button>}
    </div>
  )
}
