import type { InputOf, ProjectWithStats } from '../../../client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { text, useSubmit } from '../../../ui/submit.ts'
import { showToast } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import { texts } from './texts.ts'

interface SaveViewProps {
  project: ProjectWithStats
  query: InputOf<'views.create'>['query']
  onClose: () => void
}

/** Saves the current filters, sort order and layout as a view. */
export function SaveView({ project, query, onClose }: SaveViewProps) {
  const { saveView } = texts
  const form = useSubmit(['name'], async (data) => {
    const { name } = await write('views.create', {
      project: project.slug,
      name: text(data, 'name'),
      shared: data.has('shared'),
      query,
    })
    showToast({ text: saveView.saved(name) })
    onClose()
  })
  return (
    <Dialog title={saveView.title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label={saveView.name} hint={saveView.nameHint} error={form.errorOf('name')}>
          {(control) => (
            <input {...control} name="name" maxLength={80} autoComplete="off" className="control" />
          )}
        </Field>
        {project.may.edit && (
          <label className="flex items-center gap-2">
            <input type="checkbox" name="shared" className="size-4 accent-accent" />
            {saveView.share}
          </label>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{saveView.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {saveView.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
