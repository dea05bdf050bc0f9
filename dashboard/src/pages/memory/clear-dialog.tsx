import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { useRefreshMemory } from './memory-changes.ts'
import type { Within } from './memory-search.ts'
import { memoryCountQuery } from './queries.ts'
import { type ChosenScope, ScopeFields, scopeIn } from './scope-fields.tsx'

/** Forgets everything of one agent, project or session. Whoever goes on has typed whose it is. */
export function ClearDialog({ within, onClose }: { within: Within; onClose: () => void }) {
  const refresh = useRefreshMemory()
  const [chosen, setChosen] = useState<ChosenScope>()
  const form = useSubmit(['scope', 'agent', 'project', 'session', 'confirm'], async (given) => {
    if (!chosen) throw refusal(text(given, 'scope'), 'Choose whose memory goes.')
    if (text(given, 'confirm').trim() !== chosen.name)
      throw refusal('confirm', `Type ${chosen.name} to go on.`)
    const { removed } = await call('memories.clear', scopeIn(given))
    refresh()
    onClose()
    showToast({ text: `Cleared the memory of ${chosen.name}: ${entries(removed)} gone.` })
  })
  return (
    <Dialog title="Clear a scope" onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <ScopeFields label="Whose memory goes" form={form} within={within} onChange={setChosen} />
        {chosen && (
          <>
            <Count chosen={chosen} />
            <Field label={`Type ${chosen.name} to go on`} error={form.errorOf('confirm')}>
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
          <Button type="submit" kind="danger" busy={form.busy} disabled={!chosen}>
            Clear the memory
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Count({ chosen: { scope, of, name } }: { chosen: ChosenScope }) {
  const { data, error } = useQuery(memoryCountQuery({ scope, [scope]: of }))
  const counted = data ? entries(data.count, data.more) : error ? 'Entries' : '…'
  return (
    <p role="status">
      <strong className="font-semibold">{counted}</strong> of the {scope} {name} would be gone. This cannot be
      undone.
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
