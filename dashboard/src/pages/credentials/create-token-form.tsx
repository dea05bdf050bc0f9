import { useHasRole } from '../../my-role.ts'
import type { OutputOf } from '../../client.ts'
import { TextField } from '../../ui/form-fields.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { card } from '../../ui/section.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { write } from '../../write.ts'
import { AgentFields, readAgentFields } from './agent-fields.tsx'
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
  const canCreateAgents = useHasRole('member')
  const form = useSubmit(async (given) => {
    const fields = { ...readCredentialFields(given), ...readAgentFields(given) }
    onCreated(await write(operation, { ...fields, profile: chosenProfile(given) }))
  })
  return (
    <Form form={form} operation={operation} className={`flex flex-col gap-4 p-5 ${card}`}>
      <CredentialFields first={<AgentFields agent={agent} />} isShort>
        <ToolProfileField />
        {canCreateAgents && <TextField name="name" label={labels.tokenName} hint={labels.tokenNameHint} />}
      </CredentialFields>
      <SubmitButton className="self-start">
        {canCreateAgents && agent === undefined ? labels.create : labels.createToken}
      </SubmitButton>
    </Form>
  )
}
