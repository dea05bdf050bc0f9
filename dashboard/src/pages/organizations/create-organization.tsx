import { anyOrganization, call } from '../../client.ts'
import { enterOrganization } from '../../switch-organization.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { createStore, useStore } from '../../ui/store.ts'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'

const making = createStore(false)

export function openCreateOrganization(): void {
  making.set(true)
}

/** One for all that opens it: the menu that did may be gone by then. */
export function CreateOrganizationHost() {
  return useStore(making) ? <CreateOrganizationDialog onClose={() => making.set(false)} /> : null
}

function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const form = useSubmit(['name', 'slug'], async (given) => {
    const slug = text(given, 'slug').trim()
    const { id, name } = await call(
      'organizations.create',
      { name: text(given, 'name'), ...(slug && { slug }) },
      anyOrganization,
    )
    onClose()
    enterOrganization(id)
    showToast({ text: `${name} is yours. You work in it now.` })
  })
  const taken = form.code === 'already_taken' ? form.message : undefined
  return (
    <Dialog title="New organization" onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{taken ? undefined : form.message}</FormMessage>
        <p className="text-muted">
          It has people, projects and agents of its own, apart from those of your other organizations. You own
          it.
        </p>
        <Field label="Name" error={form.errorOf('name')}>
          {(control) => (
            <input {...control} name="name" autoComplete="off" maxLength={120} className="control" />
          )}
        </Field>
        <Field
          label="Address (optional)"
          hint="What the API and the CLI call it: lower-case letters, digits and hyphens. Made from the name if you leave it out."
          error={form.errorOf('slug') ?? taken}
        >
          {(control) => (
            <input
              {...control}
              name="slug"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={60}
              className="control font-mono"
            />
          )}
        </Field>
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            Create organization
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
