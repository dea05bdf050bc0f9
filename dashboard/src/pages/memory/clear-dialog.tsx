import { useQuery } from '@tanstack/react-query'
import { Problem } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Within } from './memory-search.ts'
import { scopes } from './names.ts'
import { type MemoryFilter, memoryCountQuery } from './queries.ts'
import { ScopeFields, useScope } from './scope-fields.tsx'
import { texts } from './texts.ts'

/** Deletes all memory of one agent, project or session, after the user has typed its name. */
export function ClearDialog({ within, onClose }: { within: Within; onClose: () => void }) {
  const { clearDialog } = texts
  const chosen = useScope(within)
  const { scope, of, name } = chosen
  const form = useSubmit([...scopes, 'scope', 'confirm'], async (given) => {
    if (name === undefined) throw fieldError(scope, clearDialog.notChosen)
    if (text(given, 'confirm').trim() !== name) throw fieldError('confirm', clearDialog.notConfirmed(name))
    const { removed } = await write('memories.clear', chosen.input)
    onClose()
    showToast({ text: clearDialog.cleared(name, removed) })
  })
  return (
    <Dialog title={clearDialog.title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <ScopeFields label={clearDialog.scope} form={form} chosen={chosen} />
        {name !== undefined && (
          <>
            <Consequence key={of} filter={{ scope, [scope]: of }} {...{ scope, name }} />
            <Field label={clearDialog.confirm(name)} error={form.errorOf('confirm')}>
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
          <Button onClick={onClose}>{clearDialog.cancel}</Button>
          <Button type="submit" kind="danger" busy={form.busy}>
            {clearDialog.clear}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface ConsequenceProps {
  filter: MemoryFilter
  scope: string
  name: string
}

function Consequence({ filter, scope, name }: ConsequenceProps) {
  const { consequence, entries, moreEntries, unknownCount, loadingCount } = texts.clearDialog
  const { data, error } = useQuery(memoryCountQuery(filter))
  const count = data?.more
    ? moreEntries(data.count)
    : data
      ? entries(data.count)
      : error
        ? unknownCount
        : loadingCount
  return <p role="status">{consequence(count, scope, name)}</p>
}

function fieldError(path: string, message: string): Problem {
  return new Problem(0, 'invalid_input', message, [{ path, message }])
}
