import { anyOrganization, call } from '../../client.ts'
import { enterOrganization } from '../../switch-organization.ts'
import { texts as sharedTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { createStore, useStore } from '../../ui/store.ts'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { texts } from './texts.ts'

const isOpen = createStore(false)

export function openCreateOrganization(): void {
  isOpen.set(true)
}

/** The only instance of the dialog, because the menu that opens it can close before it does. */
export function CreateOrganizationHost() {
  return useStore(isOpen) ? <CreateOrganizationDialog onClose={() => isOpen.set(false)} /> : null
}

function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const labels = texts.createOrganization
  const form = useSubmit(['name', 'slug'], async (given) => {
    const slug = text(given, 'slug').trim()
    const { id, name } = await call(
      'organizations.create',
      { name: text(given, 'name'), ...(slug && { slug }) },
      anyOrganization,
    )
    onClose()
    enterOrganization(id)
    showToast({ text: labels.created(name) })
  })
  const taken = form.code === 'already_taken' ? form.message : undefined
  return (
    <Dialog title={labels.title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{taken ? undefined : form.message}</FormMessage>
        <p className="text-muted">{labels.intro}</p>
        <Field label={labels.name} error={form.errorOf('name')}>
          {(control) => (
            <input {...control} name="name" autoComplete="off" maxLength={120} className="control" />
          )}
        </Field>
        <Field label={labels.slug} hint={labels.slugHint} error={form.errorOf('slug') ?? taken}>
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
          <Button onClick={onClose}>{sharedTexts.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {labels.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
