import { useQueryClient } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'
import { apiKeysQuery, sandboxQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { focusFirst } from '../../ui/focus.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { CredentialFields } from './credential-fields.tsx'
import { wantedCredential } from './wanted-credential.ts'

interface CreateKeyFormProps {
  onMade: (key: OutputOf<'credentials.createApiKey'>) => void
  onClose: () => void
}

export function CreateKeyForm({ onMade, onClose }: CreateKeyFormProps) {
  const cache = useQueryClient()
  const form = useSubmit(['name', 'scopes', 'project', 'expiresAt'], async (given) => {
    onMade(await call('credentials.createApiKey', wantedCredential(given)))
    void cache.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
    // The first test key makes the sandbox.
    void cache.invalidateQueries({ queryKey: sandboxQuery.queryKey })
  })
  return (
    <form
      ref={focusFirst}
      onSubmit={form.submit}
      noValidate
      aria-label="New API key"
      className="flex flex-col gap-4 rounded-lg border bg-surface p-5"
    >
      <FormMessage>{form.message}</FormMessage>
      <CredentialFields
        form={form}
        nameHint="Which program, on which machine: so that you know later what to revoke."
      />
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={form.busy}>
          Make the key
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
