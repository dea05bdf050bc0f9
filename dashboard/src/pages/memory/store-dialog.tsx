import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { shortened } from './memory-changes.ts'
import { MemoryFields, readMemoryFields } from './memory-fields.tsx'
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
  return (
    <OperationDialog
      operation="memories.store"
      title={replaced ? storeDialog.supersedeTitle : storeDialog.title}
      submitLabel={replaced ? storeDialog.supersede : storeDialog.add}
      input={(form) => {
        const { validFrom, validUntil, expiresAt, ...written } = readMemoryFields(form)
        const scope = replaced ? scopeOf(replaced) : chosen.input
        return {
          ...written,
          ...(validFrom && { validFrom }),
          ...(validUntil && { validUntil }),
          ...(expiresAt && { expiresAt }),
          ...scope,
        }
      }}
      onDone={({ memory, similar, existing }) => {
        onStored(memory.id)
        const others = similar.filter(({ id }) => id !== replaced?.id).length
        const added = others === 0 ? storeDialog.added : storeDialog.addedWithSimilar(others)
        showToast({ text: existing ? storeDialog.exists : added })
      }}
      onClose={onClose}
    >
      {replaced && <p className="text-muted">{storeDialog.supersedes(shortened(replaced.content, 120))}</p>}
      {/* The new fact has its own validity. */}
      <MemoryFields given={{ ...replaced, validFrom: null, validUntil: null }} />
      {!replaced && <ScopeFields label={texts.fields.scope} chosen={chosen} />}
    </OperationDialog>
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
