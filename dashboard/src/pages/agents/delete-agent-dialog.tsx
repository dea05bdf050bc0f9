import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { call } from '../../client.ts'
import { agentKeys, memoryKeys } from '../../live/refresh-changed.ts'
import { AsyncConfirm } from '../../ui/async-confirm.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import type { AgentDetails } from './queries.ts'
import { texts } from './texts.ts'

const { deleteDialog } = texts
const { memoryOptions } = deleteDialog
type MemoryOption = keyof typeof memoryOptions

/** Confirms the deletion and asks whether to archive or delete the memory. */
export function DeleteAgentDialog({ agent, onClose }: { agent: AgentDetails; onClose: () => void }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const name = useId()
  const [memory, setMemory] = useState<MemoryOption>('archive')
  const refresh = () => {
    for (const queryKey of [...agentKeys, ...memoryKeys]) void cache.invalidateQueries({ queryKey })
  }
  const restore = async () => {
    await call('trash.restore', { kind: 'agent', item: agent.id })
    showToast({ text: deleteDialog.restored(agent.name) })
    refresh()
  }
  return (
    <AsyncConfirm
      title={deleteDialog.title(agent.name)}
      action={deleteDialog.delete}
      send={async () => {
        await call('agents.delete', { agent: agent.id, memory })
        await navigate({ to: '/agents' })
        showToast({ text: deleteDialog.deleted(agent.name), undo: () => void restore().catch(showProblem) })
        refresh()
      }}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2">{deleteDialog.memory}</legend>
        {(Object.keys(memoryOptions) as MemoryOption[]).map((option) => (
          <label key={option} className="flex gap-2">
            <input
              type="radio"
              name={name}
              checked={memory === option}
              onChange={() => setMemory(option)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span>
              {memoryOptions[option].name} <span className="text-muted">· {memoryOptions[option].text}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </AsyncConfirm>
  )
}
