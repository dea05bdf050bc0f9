import { useState } from 'react'
import { Problem } from '../client.ts'
import { Button } from './button.tsx'
import { useSubmit } from './submit.ts'
import { texts } from './texts.ts'

interface EditOptions<Item, Field extends keyof Item & string> {
  fields: readonly Field[]
  save: (set: Partial<Pick<Item, Field>>) => Promise<unknown>
  /** Loads the saved version. */
  refresh: () => Promise<unknown>
}

/** The state of a form whose item others can change concurrently. Neither their changes nor the user's are lost. */
export function useEdits<Item, Field extends keyof Item & string>(
  item: Item,
  { fields, save, refresh }: EditOptions<Item, Field>,
) {
  type Fields = Partial<Pick<Item, Field>>
  /** The unsaved values, and the saved values that they replace. */
  const [edits, setEdits] = useState<{ set: Fields; base: Fields }>({ set: {}, base: {} })
  const edited = fields.filter((field) => Object.hasOwn(edits.set, field))
  const discard = () => setEdits({ set: {}, base: {} })

  function edit(set: Fields): void {
    const before = Object.fromEntries(
      fields.filter((field) => field in set).map((field) => [field, item[field]]),
    ) as Fields
    setEdits({ set: { ...edits.set, ...set }, base: { ...before, ...edits.base } })
  }

  const form = useSubmit(async () => {
    if (hasConflict) return
    try {
      await save(edits.set)
    } catch (error) {
      // Another change was saved before its live event arrived. Shows it before the user saves again.
      if (error instanceof Problem && error.code === 'version_conflict') await refresh()
      throw error
    }
    discard()
  }, fields)
  // The live event of this save can arrive before its response.
  const hasConflict =
    !form.busy && edited.some((field) => ![edits.base[field], edits.set[field]].includes(item[field]))

  return {
    shown: { ...item, ...edits.set },
    edit,
    form,
    hasConflict,
    changed: edited.length > 0,
    discard,
    /** Keeps the user's values and ignores the concurrent change. */
    keep: () => setEdits({ set: edits.set, base: item }),
    /** The error that belongs to no field. */
    message: hasConflict ? undefined : form.message,
  }
}

export interface SaveButtonsProps {
  edits: Pick<ReturnType<typeof useEdits>, 'hasConflict' | 'changed' | 'form' | 'discard' | 'keep'>
  /** The start of a sentence, such as "Your profile". */
  subject: string
  action: string
}

export function SaveButtons({ edits, subject, action }: SaveButtonsProps) {
  if (edits.hasConflict)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 rounded-md bg-danger-soft p-2 pl-3">
        <span className="grow">{texts.conflict.text(subject)}</span>
        <Button onClick={edits.discard}>{texts.conflict.acceptTheirs}</Button>
        <Button onClick={edits.keep}>{texts.conflict.keepMine}</Button>
      </div>
    )
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" kind="primary" busy={edits.form.busy} disabled={!edits.changed}>
        {action}
      </Button>
      {edits.changed && <Button onClick={edits.discard}>{texts.discardChanges}</Button>}
    </div>
  )
}
