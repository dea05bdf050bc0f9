import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { shortened } from './memory-changes.ts'
import { MemoryFields, memoryFields, readMemoryFields } from './memory-fields.tsx'
import type { Within } from './memory-search.ts'
import type { MemoryDetails, NewMemory } from './queries.ts'
import { ScopeFields, useScope } from './scope-fields.tsx'
import { texts } from './texts.ts'

interface StoreDialogProps {
  within: Within
  /** The entry that the new one supersedes. */
  replaced?: MemoryDetails
  onStored: (id: string) => void
  onClose: () => void
}

/** Adds an entry by hand, or supersedes an existing one. */
export function StoreDialog({ within, replaced, onStored, onClose }: StoreDialogProps) {
  const { storeDialog } = texts
  const chosen = useScope(within)
  const form = useSubmit([...memoryFields, 'scope', 'agent', 'project', 'session'], async (given) => {
    const { expiresAt, ...written } = readMemoryFields(given)
    const { memory, similar, existing } = await write('memories.store', {
      ...written,
      ...(expiresAt && { expiresAt }),
      ...(replaced ? scopeOf(replaced) : chosen.input),
    })
    onClose()
    onStored(memory.id)
    const others = similar.filter(({ id }) => id !== replaced?.id).length
    const added = others === 0 ? storeDialog.added : storeDialog.addedWithSimilar(others)
    showToast({ text: existing ? storeDialog.exists : added })
  })
  return (
    <Dialog title={replaced ? storeDialog.supersedeTitle : storeDialog.title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        {replaced && <p className="text-muted">{storeDialog.supersedes(shortened(replaced.content, 120))}</p>}
        <MemoryFields form={form} given={replaced ?? {}} />
        {!replaced && <ScopeFields label={texts.fields.scope} form={form} chosen={chosen} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{storeDialog.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {replaced ? storeDialog.supersede : storeDialog.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Returns the scope of the superseded entry, which the new one shares. */
function scopeOf({ id, scope, agent, project, session }: MemoryDetails) {
  return {
    scope,
    supersedes: [id],
    ...(agent && { agent: agent.id }),
    ...(project && { project: project.id }),
    ...(session && { session: session.id }),
  } satisfies Partial<NewMemory>
}
