import { useQueryClient } from '@tanstack/react-query'
import { type InputOf, type ProjectWithStats, call } from '../../../client.ts'
import { viewsQuery } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { text, useSubmit } from '../../../ui/submit.ts'
import { showToast } from '../../../ui/toasts.ts'

interface SaveViewProps {
  project: ProjectWithStats
  query: InputOf<'views.create'>['query']
  onClose: () => void
}

/** Keeps what is shown under a name. */
export function SaveView({ project, query, onClose }: SaveViewProps) {
  const cache = useQueryClient()
  const form = useSubmit(['name'], async (said) => {
    const { name } = await call('views.create', {
      project: project.slug,
      name: text(said, 'name'),
      shared: said.has('shared'),
      query,
    })
    await cache.invalidateQueries({ queryKey: viewsQuery(project.slug).queryKey })
    showToast({ text: `Saved the view “${name}”.` })
    onClose()
  })
  return (
    <Dialog title="Save this as a view" onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field
          label="Name"
          hint="The filters, the order, and whether it is a list or a board."
          error={form.errorOf('name')}
        >
          {(control) => (
            <input {...control} name="name" maxLength={80} autoComplete="off" className="control" />
          )}
        </Field>
        {project.may.edit && (
          <label className="flex items-center gap-2">
            <input type="checkbox" name="shared" className="size-4 accent-accent" />
            Everybody who sees the project sees it
          </label>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
