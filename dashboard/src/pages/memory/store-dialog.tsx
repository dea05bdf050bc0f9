import { call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { shortened, useRefreshMemory } from './memory-changes.ts'
import { MemoryFields, memoryFields, writtenMemory } from './memory-fields.tsx'
import type { Within } from './memory-search.ts'
import type { MemoryDetails, NewMemory } from './queries.ts'
import { ScopeFields, useScope } from './scope-fields.tsx'

interface StoreDialogProps {
  within: Within
  /** The entry whose place the new one takes. */
  replaced?: MemoryDetails
  onStored: (id: string) => void
  onClose: () => void
}

/** Writes something down by hand, for agents to know; or what holds now in place of something else. */
export function StoreDialog({ within, replaced, onStored, onClose }: StoreDialogProps) {
  const refresh = useRefreshMemory()
  const chosen = useScope(within)
  const form = useSubmit([...memoryFields, 'scope', 'agent', 'project', 'session'], async (given) => {
    const { expiresAt, ...written } = writtenMemory(given)
    const { memory, similar, existing } = await call('memories.store', {
      ...written,
      ...(expiresAt && { expiresAt }),
      ...(replaced ? placeOf(replaced) : chosen.said),
    })
    refresh()
    onClose()
    onStored(memory.id)
    const others = similar.filter(({ memory: { id } }) => id !== replaced?.id).length
    showToast({ text: existing ? 'The same words were there already.' : told(others) })
  })
  return (
    <Dialog title={replaced ? 'What holds now' : 'Remember something'} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        {replaced && (
          <p className="text-muted">
            It takes the place of “{shortened(replaced.content, 120)}”, which stays as what was once known.
          </p>
        )}
        <MemoryFields form={form} given={replaced ?? {}} />
        {!replaced && <ScopeFields label="Who knows it" form={form} chosen={chosen} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {replaced ? 'Supersede it' : 'Remember it'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** In the same scope, for the same ones. */
function placeOf({ id, scope, agent, project, session }: MemoryDetails) {
  return {
    scope,
    supersedes: [id],
    ...(agent && { agent: agent.id }),
    ...(project && { project: project.id }),
    ...(session && { session: session.id }),
  } satisfies Partial<NewMemory>
}

function told(similar: number): string {
  if (similar === 0) return 'It is remembered.'
  const others = similar === 1 ? 'One entry says' : `${similar} entries say`
  return `It is remembered. ${others} something similar: see whether they still hold.`
}
