import { useHasRole } from '../../my-role.ts'
import { TextField } from '../../ui/form-fields.tsx'
import { text } from '../../ui/submit.ts'
import { texts } from './texts.ts'

interface AgentFieldsProps {
  /** The prefix of the field names, if the operation nests them. */
  prefix?: string
  /** The agent to connect, if known. It keeps its role. */
  agent?: string | undefined
}

/** The identity of the agent that a new token acts as. Guests can't create agents, so they only name the token. */
export function AgentFields({ prefix = '', agent }: AgentFieldsProps) {
  const labels = texts.agentFields
  if (!useHasRole('member'))
    return <TextField name={`${prefix}name`} label={labels.guestName} hint={labels.guestHint} />
  return (
    <>
      <TextField
        name={`${prefix}agent`}
        label={labels.name}
        hint={labels.nameHint}
        defaultValue={agent ?? labels.nameDefault}
      />
      {agent === undefined && (
        <TextField
          name={`${prefix}role`}
          label={labels.role}
          hint={labels.roleHint}
          placeholder={labels.rolePlaceholder}
        />
      )}
    </>
  )
}

/** Reads `AgentFields`. A token without a name gets the name of the agent. */
export function readAgentFields(given: FormData, prefix = '') {
  const fieldText = (field: string) => text(given, prefix + field).trim()
  if (!given.has(`${prefix}agent`)) return { name: fieldText('name') }
  const agent = fieldText('agent')
  const role = fieldText('role')
  return { name: fieldText('name') || agent, agent, ...(role && { role }) }
}
