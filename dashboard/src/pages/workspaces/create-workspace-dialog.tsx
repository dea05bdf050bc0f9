import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { texts } from './texts.ts'
import { texts as shared } from '../../texts.ts'
import { write } from '../../write.ts'

export function CreateWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useSubmit(['name', 'description'], async (data) => {
    const { id } = await write('workspaces.create', {
      name: text(data, 'name'),
      description: text(data, 'description'),
    })
    await navigate({ to: '/workspaces/$workspace', params: { workspace: id } })
  })
  return (
    <Dialog title={texts.createDialog.title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label={texts.createDialog.name} error={form.errorOf('name')}>
          {(control) => (
            <input
              {...control}
              name="name"
              data-first
              maxLength={120}
              autoComplete="off"
              className="control"
            />
          )}
        </Field>
        <Field label={texts.createDialog.description} error={form.errorOf('description')}>
          {(control) => (
            <textarea
              {...control}
              name="description"
              rows={2}
              maxLength={20_000}
              className="control resize-none"
            />
          )}
        </Field>
        <p className="text-[13px] text-muted">{texts.createDialog.hint}</p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{shared.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {texts.createDialog.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
