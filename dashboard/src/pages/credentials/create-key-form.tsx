import type { OutputOf } from '../../client.ts'
import { TextField } from '../../ui/form-fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { focusFirst } from '../../ui/focus.ts'
import { card } from '../../ui/section.tsx'
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
  const form = useSubmit(async (given) => {
    onCreated(await write('credentials.createApiKey', readCredentialFields(given)))
    // The first test key creates the sandbox.
    void refreshKinds('sandbox')
  })
  return (
    <Form
      form={form}
      operation="credentials.createApiKey"
      ref={focusFirst}
      aria-label={labels.label}
      className={`flex flex-col gap-4 p-5 ${card}`}
    >
      <CredentialFields
        first={<TextField name="name" label={texts.credentialFields.name} hint={labels.nameHint} />}
      />
      <FormButtons submitLabel={labels.create} onCancel={onClose} />
    </Form>
  )
}
