import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { Section } from '../../ui/section.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { type Workflow, workflowsQuery } from './queries.ts'
import { WorkflowForm, emptyGate } from './workflow-form.tsx'

/** A new one, with the gates of another if it was made from that. */
export function NewWorkflowPage() {
  const { from } = useSearch({ from: '/shell/organization/workflows/new' })
  return (
    <Workflows>
      {(all) => {
        const model = all.find(({ slug }) => slug === from)
        const gates = model?.gates ?? [emptyGate]
        return (
          <Section title={model ? `New workflow, from ${model.name}` : 'New workflow'}>
            <title>New workflow · Baton</title>
            <WorkflowForm key={from} saved={{ name: '', description: '', gates }} />
          </Section>
        )
      }}
    </Workflows>
  )
}

export function WorkflowPage() {
  const { workflow: wanted } = useParams({ from: '/shell/organization/workflows/$workflow' })
  return (
    <Workflows>
      {(all) => {
        const workflow = all.find(({ id }) => id === wanted)
        if (!workflow?.may.edit)
          return (
            <Empty
              title="This cannot be edited here"
              text="There is no such workflow of the organization, or it is not yours to change."
            >
              <Link
                to="/organization/workflows"
                className="font-medium text-accent underline underline-offset-2"
              >
                All workflows
              </Link>
            </Empty>
          )
        return (
          <Section
            title={workflow.name}
            text="Features on their way keep the gates they began with. New ones follow what is saved here."
          >
            <title>{`${workflow.name} · Baton`}</title>
            <WorkflowForm saved={workflow} workflow={workflow} />
          </Section>
        )
      }}
    </Workflows>
  )
}

function Workflows({ children }: { children: (all: Workflow[]) => ReactNode }) {
  const query = useQuery(workflowsQuery)
  if (query.isPending) return <Loading what="workflows" />
  if (!query.data) return <Trouble error={query.error} onRetry={() => void query.refetch()} />
  return children(query.data)
}
