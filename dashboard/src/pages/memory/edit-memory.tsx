import { call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { focusFirst } from '../../ui/focus.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { useRefreshMemory } from './memory-changes.ts'
import { MemoryFields, memoryFields, writtenMemory } from './memory-fields.tsx'
import type { MemoryDetails } from './queries.ts'

/** The same entry in other words. What it means anew is a new entry: see supersede. */
export function EditMemory({ memory, onClose }: { memory: MemoryDetails; onClose: () => void }) {
  const refresh = useRefreshMemory()
  const form = useSubmit(memoryFields, async (given) => {
    await call('memories.update', { memory: memory.id, ...writtenMemory(given) }, { ifMatch: memory.version })
    refresh()
    onClose()
  })
  return (
    <form
      ref={focusFirst}
      onSubmit={form.submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      noValidate
      aria-label="Edit the entry"
      className="flex flex-col gap-4"
    >
      <FormMessage>{form.message}</FormMessage>
      <MemoryFields form={form} given={memory} contentLabel="What is remembered" />
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={form.busy}>
          Save entry
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
