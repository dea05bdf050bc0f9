import { Button } from '../../ui/button.tsx'
import { focusFirst } from '../../ui/focus.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { write } from '../../write.ts'
import { MemoryFields, memoryFields, readMemoryFields } from './memory-fields.tsx'
import type { MemoryDetails } from './queries.ts'
import { texts } from './texts.ts'

/** Edits an entry in place. A changed fact supersedes the entry instead: see `StoreDialog`. */
export function EditMemory({ memory, onClose }: { memory: MemoryDetails; onClose: () => void }) {
  const form = useSubmit(memoryFields, async (given) => {
    await write(
      'memories.update',
      { memory: memory.id, ...readMemoryFields(given) },
      { ifMatch: memory.version },
    )
    onClose()
  })
  return (
    <form
      ref={focusFirst}
      onSubmit={form.submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      noValidate
      aria-label={texts.editor.label}
      className="flex flex-col gap-4"
    >
      <FormMessage>{form.message}</FormMessage>
      <MemoryFields form={form} given={memory} />
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={form.busy}>
          {texts.editor.save}
        </Button>
        <Button onClick={onClose}>{texts.editor.cancel}</Button>
      </div>
    </form>
  )
}
