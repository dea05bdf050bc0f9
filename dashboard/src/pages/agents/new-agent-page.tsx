import { useNavigate } from '@tanstack/react-router'
import { useEdits } from '../../ui/edits.tsx'
import { pageInset } from '../../ui/page.tsx'
import { PageTitle } from '../../ui/section.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { AgentForm, type AgentFormValues, agentFields } from './agent-form.tsx'
import { toAgentInput } from './agent-form-values.ts'
import { texts } from './texts.ts'

const emptyValues: AgentFormValues = {
  name: '',
  role: '',
  instructions: '',
  model: '',
  memoryScope: 'agent',
  skills: [],
  dailyBudget: '',
  publicSlug: '',
}

export function NewAgentPage() {
  const navigate = useNavigate()
  const edits = useEdits(emptyValues, {
    fields: agentFields,
    save: async (set) => {
      const { name = '', ...more } = toAgentInput(set)
      const agent = await write('agents.create', { name, ...more })
      showToast({ text: texts.newAgent.created(agent.name) })
      await navigate({ to: '/agents/$agent', params: { agent: agent.id } })
    },
    refresh: () => Promise.resolve(),
  })
  return (
    <div className={`max-w-2xl ${pageInset}`}>
      <PageTitle title={texts.newAgent.title} text={texts.newAgent.text} />
      <AgentForm edits={edits} action={texts.newAgent.create} />
    </div>
  )
}
