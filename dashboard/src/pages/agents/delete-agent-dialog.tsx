import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { call } from '../../client.ts'
import { agentKeys, memoryKeys } from '../../live/refresh-changed.ts'
import { Ask } from '../../ui/ask.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import type { AgentDetails } from './queries.ts'

const ways = {
  archive: {
    name: 'Archive its memory',
    text: 'It is found no more, unless somebody asks for what is archived.',
  },
  delete: { name: 'Delete its memory', text: 'It is gone for good, even if the agent is brought back.' },
} as const
type Way = keyof typeof ways

/** What becomes of what it knows is decided before it goes. */
export function DeleteAgentDialog({ agent, onClose }: { agent: AgentDetails; onClose: () => void }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const name = useId()
  const [memory, setMemory] = useState<Way>('archive')
  const refresh = () => {
    for (const queryKey of [...agentKeys, ...memoryKeys]) void cache.invalidateQueries({ queryKey })
  }
  const restore = async () => {
    await call('trash.restore', { kind: 'agent', item: agent.id })
    showToast({ text: `${agent.name} is back.` })
    refresh()
  }
  return (
    <Ask
      title={`Delete ${agent.name}?`}
      action="Delete the agent"
      keep="Keep it"
      send={async () => {
        await call('agents.delete', { agent: agent.id, memory })
        await navigate({ to: '/agents' })
        showToast({ text: `Deleted ${agent.name}.`, undo: () => void restore().catch(showProblem) })
        refresh()
      }}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2">What should become of what it has learned?</legend>
        {(Object.keys(ways) as Way[]).map((way) => (
          <label key={way} className="flex gap-2">
            <input
              type="radio"
              name={name}
              checked={memory === way}
              onChange={() => setMemory(way)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span>
              {ways[way].name} <span className="text-muted">· {ways[way].text}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Ask>
  )
}
