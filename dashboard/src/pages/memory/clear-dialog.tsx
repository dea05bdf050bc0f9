import { useQuery } from '@tanstack/react-query'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { fieldProblem, text } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Within } from './memory-search.ts'
import { type MemoryFilter, memoryCountQuery } from './queries.ts'
import { ScopeFields, useScope } from './scope-fields.tsx'
import { texts } from './texts.ts'

/** Deletes all memory of one agent, project or session, after the user has typed its name. */
export function ClearDialog({ within, onClose }: { within: Within; onClose: () => void }) {
  const { clearDialog } = texts
  const chosen = useScope(within)
  const { scope, of, name } = chosen
  async function send(form: FormData): Promise<void> {
    if (name === undefined) throw fieldProblem(scope, clearDialog.notChosen)
    if (text(form, 'confirm').trim() !== name) throw fieldProblem('confirm', clearDialog.notConfirmed(name))
    const { removed } = await write('memories.clear', chosen.input)
    showToast({ text: clearDialog.cleared(name, removed) })
  }
  return (
    <FormDialog
      title={clearDialog.title}
      submitLabel={clearDialog.clear}
      kind="danger"
      send={send}
      onClose={onClose}
    >
      <ScopeFields label={clearDialog.scope} chosen={chosen} />
      {name !== undefined && (
        <>
          <Consequence key={of} filter={{ scope, [scope]: of }} {...{ scope, name }} />
          <TextField name="confirm" label={clearDialog.confirm(name)} isIdentifier />
        </>
      )}
    </FormDialog>
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
