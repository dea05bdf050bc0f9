import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { texts as uiTexts } from '../../ui/texts.ts'
import { texts } from './texts.ts'

export interface InPlaceEdit {
  value: string
  /** Enter saves instead of starting a new line. */
  oneLine?: boolean
  required?: boolean
  onSave: (value: string) => void
  /** Called when the edit is saved or cancelled. */
  onEnd?: () => void
}

/** The state of a text that is edited in place, while others can change it too. */
export function useInPlaceEdit({ value, oneLine, required, onSave, onEnd = () => {} }: InPlaceEdit) {
  const [edit, setEdit] = useState<{ text: string; base: string } | null>(null)
  const end = () => {
    setEdit(null)
    onEnd()
  }
  // Another user saved during this edit: ask which text to keep, so that neither is lost silently.
  const hasConflict = edit !== null && edit.text !== edit.base && value !== edit.base && value !== edit.text

  function save(): void {
    if (hasConflict) return
    end()
    if (!edit) return
    const text = oneLine ? edit.text.trim() : edit.text
    if (text !== value && !(required && text === '')) onSave(text)
  }

  return {
    text: edit?.text ?? value,
    isEdited: edit !== null,
    setText: (text: string) => setEdit({ base: edit?.base ?? value, text }),
    save,
    end,
    conflict: hasConflict && {
      onAcceptTheirs: end,
      onKeepMine() {
        onSave(edit.text)
        end()
      },
    },
  }
}

interface EditConflictProps {
  onAcceptTheirs: () => void
  onKeepMine: () => void
}

/** Asks which text to keep after a concurrent change. */
export function EditConflict({ onAcceptTheirs, onKeepMine }: EditConflictProps) {
  const { acceptTheirs, keepMine } = uiTexts.conflict
  return (
    <div
      role="alert"
      className="mt-2 flex flex-wrap items-center gap-2 rounded-md bg-danger-soft p-2 text-[13px]"
    >
      <span className="grow">{texts.editableText.conflict}</span>
      <Button onClick={onAcceptTheirs}>{acceptTheirs}</Button>
      <Button onClick={onKeepMine}>{keepMine}</Button>
    </div>
  )
}
