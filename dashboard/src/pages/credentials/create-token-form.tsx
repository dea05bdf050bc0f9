import type { OutputOf } from '../../client.ts'
import { TextField } from '../../ui/form-fields.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { card } from '../../ui/section.tsx'
import { filledTextValues, useSubmit } from '../../ui/submit.ts'
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

export function CreateTokenForm({ agent, onCreated }: CreateTokenFormProps) {
  const operation = 'credentials.createMcpToken'
  const labels = texts.createTokenForm
  const form = useSubmit(async (given) => {
    const fields = { ...readCredentialFields(given), ...filledTextValues(given, 'agent') }
    onCreated(await write(operation, { ...fields, profile: chosenProfile(given) }))
  })
  return (
    <Form form={form} operation={operation} className={`flex flex-col gap-4 p-5 ${card}`}>
      <CredentialFields open={agent !== undefined} nameHint={labels.nameHint}>
        <TextField
          name="agent"
          label={labels.agent}
          hint={labels.agentHint}
          placeholder={labels.agentPlaceholder}
          defaultValue={agent}
        />
        <ToolProfileField />
      </CredentialFields>
      <SubmitButton className="self-start">{labels.create}</SubmitButton>
    </Form>
  )
}
