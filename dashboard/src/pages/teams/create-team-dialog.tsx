import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { write } from '../../write.ts'

export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useSubmit(['name', 'description'], async (given) => {
    const team = await write('teams.create', {
      name: text(given, 'name'),
      description: text(given, 'description'),
    })
    await navigate({ to: '/teams/$team/members', params: { team: team.slug } })
  })
  return (
    <Dialog title="New team" onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label="Name" error={form.errorOf('name')}>
          {(control) => (
            <input {...control} name="name" maxLength={120} autoComplete="off" className="control" />
          )}
        </Field>
        <Field label="What it is for (optional)" error={form.errorOf('description')}>
          {(control) => <textarea {...control} name="description" rows={2} className="control resize-none" />}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            Create team
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
