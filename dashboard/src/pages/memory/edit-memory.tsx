import { Form, FormButtons } from '../../ui/form.tsx'
import { focusFirst } from '../../ui/focus.ts'
import { useSubmit } from '../../ui/submit.ts'
import { write } from '../../write.ts'
import { MemoryFields, readMemoryFields } from './memory-fields.tsx'
import type { MemoryDetails } from './queries.ts'
import { texts } from './texts.ts'

/** Edits an entry in place. A changed fact supersedes the entry instead: see `StoreDialog`. */
export function EditMemory({ memory, onClose }: { memory: MemoryDetails; onClose: () => void }) {
  const form = useSubmit(async (given) => {
    await write(
      'memories.update',
      { memory: memory.id, ...readMemoryFields(given, memory) },
      { ifMatch: memory.version },
    )
    onClose()
  })
  return (
    <Form
      form={form}
      operation="memories.update"
      ref={focusFirst}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      aria-label={texts.editor.label}
    >
      <MemoryFields given={memory} />
      <FormButtons submitLabel={texts.editor.save} onCancel={onClose} />
    </Form>
  )
}
