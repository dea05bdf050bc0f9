import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readAll } from '../../read.ts'
import { Empty } from '../../ui/empty.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/links.tsx'
import { MarketplacePart } from '../marketplace/marketplace-part.tsx'
import type { Workflow } from './workflow.ts'
import { texts } from './texts.ts'
import { WorkflowForm, emptyGate } from './workflow-form.tsx'

const { workflowPage } = texts

/** Creates a workflow, optionally with the gates of another one. */
export function NewWorkflowPage() {
  const { from } = useSearch({ from: '/shell/organization/workflows/new' })
  return (
    <WorkflowsLoader>
      {(all) => {
        const template = all.find(({ slug }) => slug === from)
        const gates = template?.gates ?? [emptyGate]
        return (
          <Section title={template ? workflowPage.duplicateTitle(template.name) : workflowPage.newTitle}>
            <title>{`${workflowPage.newTitle} · Baton`}</title>
            <WorkflowForm key={from} saved={{ name: '', description: '', gates }} />
          </Section>
        )
      }}
    </WorkflowsLoader>
  )
}

export function WorkflowPage() {
  const { notEditable } = workflowPage
  const { workflow: workflowId } = useParams({ from: '/shell/organization/workflows/$workflow' })
  return (
    <WorkflowsLoader>
      {(all) => {
        const workflow = all.find(({ id }) => id === workflowId)
        if (!workflow?.may.edit)
          return (
            <Empty title={notEditable.title} text={notEditable.text}>
              <TextLink to="/organization/workflows">{notEditable.all}</TextLink>
            </Empty>
          )
        return (
          <Section title={workflow.name} text={workflowPage.text}>
            <title>{`${workflow.name} · Baton`}</title>
            <WorkflowForm saved={workflow} workflow={workflow} />
            <div className="mt-9 max-w-md">
              <MarketplacePart source={{ kind: 'workflow', id: workflowId, name: workflow.name }} />
            </div>
          </Section>
        )
      }}
    </WorkflowsLoader>
  )
}

function WorkflowsLoader({ children }: { children: (all: Workflow[]) => ReactNode }) {
  const query = useQuery(readAll('workflows.list', {}))
  return (
    <Loaded query={query} noun={texts.workflowsPage.noun}>
      {children}
    </Loaded>
  )
}
