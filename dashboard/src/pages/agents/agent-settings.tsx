import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { read, useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { AgentForm, agentFields } from './agent-form.tsx'
import { toAgentInput, toFormValues } from './agent-form-values.ts'
import { DeleteAgentDialog } from './delete-agent-dialog.tsx'
import type { AgentDetails } from './queries.ts'
import { texts } from './texts.ts'

export function AgentSettings() {
  const { agent: id } = useParams({ from: '/shell/agents/$agent' })
  const agent = useRead('agents.get', { agent: id }).data
  if (!agent) return null
  return (
    <div className="max-w-2xl px-4 py-5 md:px-8">
      <title>{`${texts.settings.title(agent.name)} · Baton`}</title>
      <SettingsForm agent={agent} />
      {agent.may.delete && <DeleteSection agent={agent} />}
    </div>
  )
}

function SettingsForm({ agent }: { agent: AgentDetails }) {
  const cache = useQueryClient()
  const values = useMemo(() => toFormValues(agent), [agent])
  const edits = useEdits(values, {
    fields: agentFields,
    save: async (set) => {
      await write('agents.update', { agent: agent.id, ...toAgentInput(set) }, { ifMatch: agent.version })
      showToast({ text: texts.settings.saved })
    },
    refresh: () => cache.refetchQueries(read('agents.get', { agent: agent.id })),
  })
  return <AgentForm edits={edits} action={texts.settings.save} />
}

function DeleteSection({ agent }: { agent: AgentDetails }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section title={texts.settings.deleteTitle} text={texts.settings.deleteText}>
      <Button kind="danger" onClick={() => setIsOpen(true)}>
        {texts.settings.delete(agent.name)}
      </Button>
      {isOpen && <DeleteAgentDialog agent={agent} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}
