import type { OutputOf } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { focusFirst } from '../../ui/focus.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { refreshKinds, write } from '../../write.ts'
import { CredentialFields } from './credential-fields.tsx'
import { readCredentialFields } from './credential-input.ts'
import { texts } from './texts.ts'

interface CreateKeyFormProps {
  onCreated: (key: OutputOf<'credentials.createApiKey'>) => void
  onClose: () => void
}

export function CreateKeyForm({ onCreated, onClose }: CreateKeyFormProps) {
  const labels = texts.createKeyForm
  const form = useSubmit(['name', 'scopes', 'project', 'expiresAt'], async (given) => {
    onCreated(await write('credentials.createApiKey', readCredentialFields(given)))
    // The first test key creates the sandbox.
    void refreshKinds('sandbox')
  })
  return (
    <form
      ref={focusFirst}
      onSubmit={form.submit}
      noValidate
      aria-label={labels.label}
      className="flex flex-col gap-4 rounded-lg border bg-surface p-5"
    >
      <FormMessage>{form.message}</FormMessage>
      <CredentialFields form={form} nameHint={labels.nameHint} />
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={form.busy}>
          {labels.create}
        </Button>
        <Button onClick={onClose}>{labels.cancel}</Button>
      </div>
    </form>
  )
}
