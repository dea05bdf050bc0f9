import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { call } from '../../client.ts'
import { deleteItem } from '../../delete-item.ts'
import { AsyncConfirm } from '../../ui/async-confirm.tsx'
import { CheckField } from '../../ui/form-fields.tsx'
import { read } from '../../read.ts'
import type { AgentDetails } from './queries.ts'
import { texts } from './texts.ts'

const { deleteDialog } = texts
const { memoryOptions } = deleteDialog
type MemoryOption = keyof typeof memoryOptions

/** Confirms the deletion and asks whether to archive or delete the memory. */
export function DeleteAgentDialog({ agent, onClose }: { agent: AgentDetails; onClose: () => void }) {
  const navigate = useNavigate()
  const name = useId()
  const [memory, setMemory] = useState<MemoryOption>('archive')
  return (
    <AsyncConfirm
      title={deleteDialog.title(agent.name)}
      action={deleteDialog.delete}
      send={() =>
        deleteItem({
          kind: 'agent',
          id: agent.id,
          send: () => call('agents.delete', { agent: agent.id, memory }),
          leave: () => navigate({ to: '/agents' }),
          opened: read('agents.get', { agent: agent.id }),
          texts: { deleted: deleteDialog.deleted(agent.name), restored: deleteDialog.restored(agent.name) },
        })
      }
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2">{deleteDialog.memory}</legend>
        {(Object.keys(memoryOptions) as MemoryOption[]).map((option) => (
          <CheckField
            key={option}
            type="radio"
            name={name}
            label={memoryOptions[option].name}
            hint={memoryOptions[option].text}
            checked={memory === option}
            onChange={() => setMemory(option)}
          />
        ))}
      </fieldset>
    </AsyncConfirm>
  )
}
