import { useQueryClient } from '@tanstack/react-query'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { type Workspace, workspaceQuery } from './queries.ts'
import { texts } from './texts.ts'

export function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const cache = useQueryClient()
  const query = workspaceQuery(workspace.id)
  const edits = useEdits(workspace, {
    fields: ['name', 'description'],
    save: async (set) => {
      const input = { workspace: workspace.id, ...set }
      await write('workspaces.update', input, { ifMatch: workspace.version })
      showToast({ text: texts.form.saved })
    },
    refresh: () => cache.refetchQueries({ queryKey: query.queryKey, exact: true }),
  })
  return (
    <EditForm
      edits={edits}
      operation="workspaces.update"
      label={texts.form.label}
      subject={texts.form.subject}
      action={texts.form.save}
    >
      <EditText edits={edits} name="name" label={texts.form.name} />
      <EditText edits={edits} name="description" label={texts.form.description} rows={2} />
    </EditForm>
  )
}
