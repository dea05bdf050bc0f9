import { useRef, useState } from 'react'
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
  // A save can follow an edit before the page is rendered with it.
  const latest = useRef(edits)

  function change(next: typeof edits): void {
    latest.current = next
    setEdits(next)
  }
  const discard = () => change({ set: {}, base: {} })

  function edit(set: Fields): void {
    const before = Object.fromEntries(
      fields.filter((field) => field in set).map((field) => [field, item[field]]),
    ) as Fields
    const { current } = latest
    change({ set: { ...current.set, ...set }, base: { ...before, ...current.base } })
  }

  /** Keeps what the user changed while these values were saved. */
  function discardSaved(saved: Fields): void {
    const { set, base } = latest.current
    const newer = fields.filter((field) => Object.hasOwn(set, field) && set[field] !== saved[field])
    const only = (values: Fields) =>
      Object.fromEntries(newer.map((field) => [field, values[field]])) as Fields
    change({ set: only(set), base: only({ ...base, ...saved }) })
  }

  const hasOtherValue = ({ set, base }: typeof edits) =>
    fields.some((field) => Object.hasOwn(set, field) && ![base[field], set[field]].includes(item[field]))

  const form = useSubmit(async () => {
    if (hasOtherValue(latest.current)) return
    const { set } = latest.current
    try {
      await save(set)
    } catch (error) {
      // Another change was saved before its live event arrived. Shows it before the user saves again.
      if (error instanceof Problem && error.code === 'version_conflict') await refresh()
      throw error
    }
    discardSaved(set)
  }, fields)
  // The live event of this save can arrive before its response.
  const hasConflict = !form.busy && hasOtherValue(edits)

  return {
    shown: { ...item, ...edits.set },
    edit,
    form,
    hasConflict,
    changed: Object.keys(edits.set).length > 0,
    discard,
    /** Keeps the user's values and ignores the concurrent change. */
    keep: () => change({ set: latest.current.set, base: item }),
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
