import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../client.ts'
import { agentKeys } from '../../live/refresh-changed.ts'
import { useEdits } from '../../ui/edits.tsx'
import { PageTitle } from '../../ui/section.tsx'
import { showToast } from '../../ui/toasts.ts'
import { AgentForm, type AgentWords, agentFields } from './agent-form.tsx'
import { givenAgent } from './agent-words.ts'

const nobody: AgentWords = {
  ...{ name: '', role: '', instructions: '', model: '', memoryScope: 'agent' },
  ...{ skills: [], dailyBudget: '', publicSlug: '' },
}

export function NewAgentPage() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const edits = useEdits(nobody, {
    fields: agentFields,
    save: async (set) => {
      const { name = '', ...more } = givenAgent(set)
      const agent = await call('agents.create', { name, ...more })
      for (const queryKey of agentKeys) void cache.invalidateQueries({ queryKey })
      showToast({ text: `${agent.name} is there. Connect it to let it work.` })
      await navigate({ to: '/agents/$agent', params: { agent: agent.id } })
    },
    refresh: () => Promise.resolve(),
  })
  return (
    <div className="mx-auto max-w-2xl px-4 py-6 md:px-8 md:py-8">
      <PageTitle title="New agent" text="Who it is and how it works. All of it can be changed later." />
      <AgentForm edits={edits} action="Create agent" />
    </div>
  )
}
