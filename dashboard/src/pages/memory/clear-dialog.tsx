import { useQuery } from '@tanstack/react-query'
import { Problem, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { useRefreshMemory } from './memory-changes.ts'
import type { Within } from './memory-search.ts'
import { scopes } from './names.ts'
import { type MemoryFilter, memoryCountQuery } from './queries.ts'
import { ScopeFields, useScope } from './scope-fields.tsx'

/** Forgets everything of one agent, project or session. Whoever goes on has typed whose it is. */
export function ClearDialog({ within, onClose }: { within: Within; onClose: () => void }) {
  const refresh = useRefreshMemory()
  const chosen = useScope(within)
  const { scope, of, name } = chosen
  const form = useSubmit([...scopes, 'scope', 'confirm'], async (given) => {
    if (name === undefined) throw refusal(scope, 'Choose whose memory goes.')
    if (text(given, 'confirm').trim() !== name) throw refusal('confirm', `Type ${name} to go on.`)
    const { removed } = await call('memories.clear', chosen.said)
    refresh()
    onClose()
    showToast({ text: `Cleared the memory of ${name}: ${entries(removed)} gone.` })
  })
  return (
    <Dialog title="Clear a scope" onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <ScopeFields label="Whose memory goes" form={form} chosen={chosen} />
        {name !== undefined && (
          <>
            <Count key={of} filter={{ scope, [scope]: of }} whose={`the ${scope} ${name}`} />
            <Field label={`Type ${name} to go on`} error={form.errorOf('confirm')}>
              {(control) => (
                <input
                  {...control}
                  name="confirm"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  className="control"
                />
              )}
            </Field>
          </>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" kind="danger" busy={form.busy}>
            Clear the memory
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Count({ filter, whose }: { filter: MemoryFilter; whose: string }) {
  const { data, error } = useQuery(memoryCountQuery(filter))
  const counted = data ? entries(data.count, data.more) : error ? 'Entries' : '…'
  return (
    <p role="status">
      {counted} of {whose} would be gone. This cannot be undone.
    </p>
  )
}

function entries(count: number, more = false): string {
  if (more) return `More than ${count} entries`
  return count === 1 ? 'One entry' : `${count} entries`
}

function refusal(path: string, message: string): Problem {
  return new Problem(0, 'invalid_input', message, [{ path, message }])
}
