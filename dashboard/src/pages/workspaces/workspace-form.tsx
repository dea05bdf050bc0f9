import { useQueryClient } from '@tanstack/react-query'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { type Workspace, workspaceQuery } from './queries.ts'

export function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const cache = useQueryClient()
  const query = workspaceQuery(workspace.id)
  const edits = useEdits(workspace, {
    fields: ['name', 'description'],
    save: async (set) => {
      const input = { workspace: workspace.id, ...set }
      await write('workspaces.update', input, { ifMatch: workspace.version })
      showToast({ text: 'The workspace is saved.' })
    },
    refresh: () => cache.refetchQueries({ queryKey: query.queryKey, exact: true }),
  })
  return (
    <EditForm edits={edits} label="Workspace" what="The workspace" action="Save workspace">
      <EditText edits={edits} name="name" label="Name" maxLength={120} />
      <EditText edits={edits} name="description" label="What it is for" maxLength={20_000} rows={2} />
    </EditForm>
  )
}
