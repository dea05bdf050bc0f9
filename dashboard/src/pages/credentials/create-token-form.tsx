import type { OutputOf } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { write } from '../../write.ts'
import { CredentialFields } from './credential-fields.tsx'
import { readCredentialFields } from './credential-input.ts'
import { texts } from './texts.ts'
import { ToolProfileField, chosenProfile } from './tool-profile-field.tsx'

interface CreateTokenFormProps {
  /** The agent to connect, if known. */
  agent?: string | undefined
  onCreated: (token: OutputOf<'credentials.createMcpToken'>) => void
}

export function CreateTokenForm({ agent: known, onCreated }: CreateTokenFormProps) {
  const labels = texts.createTokenForm
  const fields = ['name', 'scopes', 'project', 'expiresAt', 'agent', 'profile']
  const form = useSubmit(fields, async (given) => {
    const agent = text(given, 'agent').trim()
    const input = { ...readCredentialFields(given), profile: chosenProfile(given), ...(agent && { agent }) }
    onCreated(await write('credentials.createMcpToken', input))
  })
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4 rounded-lg border bg-surface p-5">
      <FormMessage>{form.message}</FormMessage>
      <CredentialFields form={form} open={known !== undefined} nameHint={labels.nameHint}>
        <Field label={labels.agent} hint={labels.agentHint} error={form.errorOf('agent')}>
          {(control) => (
            <input
              {...control}
              name="agent"
              autoComplete="off"
              maxLength={120}
              placeholder={labels.agentPlaceholder}
              defaultValue={known}
              className="control"
            />
          )}
        </Field>
        <ToolProfileField error={form.errorOf('profile')} />
      </CredentialFields>
      <Button type="submit" kind="primary" busy={form.busy} className="self-start">
        {labels.create}
      </Button>
    </form>
  )
}
