import { useQueryClient } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'
import { tokensQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { CredentialFields } from './credential-fields.tsx'
import { ToolProfileField, chosenProfile } from './tool-profile-field.tsx'
import { wantedCredential } from './wanted-credential.ts'

interface CreateTokenFormProps {
  /** The agent that is to be connected, where that is known. */
  agent?: string | undefined
  onMade: (token: OutputOf<'credentials.createMcpToken'>) => void
}

export function CreateTokenForm({ agent: known, onMade }: CreateTokenFormProps) {
  const cache = useQueryClient()
  const fields = ['name', 'scopes', 'project', 'expiresAt', 'agent', 'profile']
  const form = useSubmit(fields, async (given) => {
    const agent = text(given, 'agent').trim()
    const wanted = { ...wantedCredential(given), profile: chosenProfile(given), ...(agent && { agent }) }
    onMade(await call('credentials.createMcpToken', wanted))
    void cache.invalidateQueries({ queryKey: tokensQuery.queryKey })
  })
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4 rounded-lg border bg-surface p-5">
      <FormMessage>{form.message}</FormMessage>
      <CredentialFields
        form={form}
        open={known !== undefined}
        nameHint="Which agent, on which machine: so that you know later what to revoke."
      >
        <Field
          label="Works as"
          hint="The agent under whose name it works, on your behalf. A new one is made. Empty: as you."
          error={form.errorOf('agent')}
        >
          {(control) => (
            <input
              {...control}
              name="agent"
              autoComplete="off"
              maxLength={120}
              placeholder="Builder"
              defaultValue={known}
              className="control"
            />
          )}
        </Field>
        <ToolProfileField error={form.errorOf('profile')} />
      </CredentialFields>
      <Button type="submit" kind="primary" busy={form.busy} className="self-start">
        Make a token
      </Button>
    </form>
  )
}
