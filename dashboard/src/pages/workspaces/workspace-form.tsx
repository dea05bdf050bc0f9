import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { SaveButtons, useEdits } from '../../ui/edits.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { showToast } from '../../ui/toasts.ts'
import { card } from '../settings/section.tsx'
import { type Workspace, workspaceQuery } from './queries.ts'

export function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const cache = useQueryClient()
  const query = workspaceQuery(workspace.id)
  const edits = useEdits(workspace, {
    fields: ['name', 'description'],
    save: async (set) => {
      const input = { workspace: workspace.id, ...set }
      cache.setQueryData(
        query.queryKey,
        await call('workspaces.update', input, { ifMatch: workspace.version }),
      )
      void cache.invalidateQueries({ queryKey: ['workspaces'] })
      showToast({ text: 'The workspace is saved.' })
    },
    refresh: () => cache.refetchQueries({ queryKey: query.queryKey, exact: true }),
  })
  const { form, shown, edit } = edits
  return (
    <form
      onSubmit={form.submit}
      noValidate
      aria-label="Workspace"
      className={`flex flex-col gap-4 p-5 ${card}`}
    >
      <FormMessage>{edits.message}</FormMessage>
      <Field label="Name" error={form.errorOf('name')}>
        {(control) => (
          <input
            {...control}
            name="name"
            autoComplete="off"
            maxLength={120}
            value={shown.name}
            onChange={(event) => edit({ name: event.target.value })}
            className="control"
          />
        )}
      </Field>
      <Field label="What it is for" error={form.errorOf('description')}>
        {(control) => (
          <textarea
            {...control}
            name="description"
            rows={2}
            maxLength={20_000}
            value={shown.description}
            onChange={(event) => edit({ description: event.target.value })}
            className="control field-sizing-content max-h-96 min-h-16 resize-none"
          />
        )}
      </Field>
      <SaveButtons edits={edits} what="The workspace" action="Save workspace" />
    </form>
  )
}
