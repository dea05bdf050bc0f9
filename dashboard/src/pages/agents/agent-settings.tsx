import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../../client.ts'
import { agentKeys } from '../../live/refresh-changed.ts'
import { Button } from '../../ui/button.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toasts.ts'
import { AgentForm, agentFields } from './agent-form.tsx'
import { givenAgent, wordsOf } from './agent-words.ts'
import { DeleteAgentDialog } from './delete-agent-dialog.tsx'
import { type AgentDetails, agentQuery } from './queries.ts'

export function AgentSettings() {
  const { agent: id } = useParams({ from: '/shell/agents/$agent' })
  const agent = useQuery(agentQuery(id)).data
  if (!agent) return null
  return (
    <div className="max-w-2xl px-4 py-5 md:px-8">
      <title>{`Settings of ${agent.name} · Baton`}</title>
      <SettingsForm agent={agent} />
      {agent.may.delete && <DeleteSection agent={agent} />}
    </div>
  )
}

function SettingsForm({ agent }: { agent: AgentDetails }) {
  const cache = useQueryClient()
  const words = useMemo(() => wordsOf(agent), [agent])
  const edits = useEdits(words, {
    fields: agentFields,
    save: async (set) => {
      await call('agents.update', { agent: agent.id, ...givenAgent(set) }, { ifMatch: agent.version })
      await Promise.all(agentKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
      showToast({ text: 'The agent is saved.' })
    },
    refresh: () => cache.refetchQueries(agentQuery(agent.id)),
  })
  return <AgentForm edits={edits} action="Save agent" />
}

function DeleteSection({ agent }: { agent: AgentDetails }) {
  const [asking, setAsking] = useState(false)
  return (
    <Section
      title="Delete the agent"
      text="Its tokens stop working at once, and what it held can be taken by others. It can be brought back for 30 days."
    >
      <Button kind="danger" onClick={() => setAsking(true)}>
        Delete {agent.name}…
      </Button>
      {asking && <DeleteAgentDialog agent={agent} onClose={() => setAsking(false)} />}
    </Section>
  )
}
