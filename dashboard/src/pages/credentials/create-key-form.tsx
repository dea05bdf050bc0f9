import { useQueryClient } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'
import { apiKeysQuery, sandboxQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { focusFirst } from '../../ui/focus.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { CredentialFields } from './credential-fields.tsx'
import { readCredentialFields } from './credential-input.ts'
import { texts } from './texts.ts'

interface CreateKeyFormProps {
  onCreated: (key: OutputOf<'credentials.createApiKey'>) => void
  onClose: () => void
}

export function CreateKeyForm({ onCreated, onClose }: CreateKeyFormProps) {
  const cache = useQueryClient()
  const labels = texts.createKeyForm
  const form = useSubmit(['name', 'scopes', 'project', 'expiresAt'], async (given) => {
    onCreated(await call('credentials.createApiKey', readCredentialFields(given)))
    void cache.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
    // The first test key creates the sandbox.
    void cache.invalidateQueries({ queryKey: sandboxQuery.queryKey })
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
