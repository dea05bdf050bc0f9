import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasRole } from '../../my-role.ts'
import { readAll } from '../../read.ts'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/links.tsx'
import { MarketplacePart } from '../marketplace/marketplace-part.tsx'
import { GateList } from './gate-list.tsx'
import type { Workflow } from './workflow.ts'
import { texts } from './texts.ts'
import { WorkflowForm, emptyGate } from './workflow-form.tsx'

const { workflowPage, workflowsPage } = texts

/** Creates a workflow, optionally with the gates of another one. */
export function NewWorkflowPage() {
  const { from } = useSearch({ from: '/shell/organization/workflows/new' })
  return (
    <WorkflowsLoader>
      {(all) => {
        const template = all.find(({ slug }) => slug === from)
        const gates = template?.gates ?? [emptyGate]
        return (
          <>
            <title>{`${workflowPage.newTitle} · Baton`}</title>
            <PageHeading
              title={template ? workflowPage.duplicateTitle(template.name) : workflowPage.newTitle}
            />
            <WorkflowForm key={from} saved={{ name: '', description: '', gates }} />
          </>
        )
      }}
    </WorkflowsLoader>
  )
}

/** A workflow by its id or slug: the form for administrators, and its gates for others and for built-in workflows. */
export function WorkflowPage() {
  const { notFound } = workflowPage
  const { workflow: at } = useParams({ from: '/shell/organization/workflows/$workflow' })
  return (
    <WorkflowsLoader>
      {(all) => {
        const workflow = all.find(({ id, slug }) => id === at || slug === at)
        if (!workflow)
          return (
            <Empty title={notFound.title} text={notFound.text}>
              <TextLink to="/organization/workflows">{notFound.all}</TextLink>
            </Empty>
          )
        const { id, name, may } = workflow
        if (!may.edit || !id) return <WorkflowView workflow={workflow} />
        return (
          <>
            <title>{`${name} · Baton`}</title>
            <PageHeading title={name} text={workflowPage.text} />
            <WorkflowForm saved={workflow} workflow={workflow} />
            <div className="mt-9 max-w-md">
              <MarketplacePart source={{ kind: 'workflow', id, name }} />
            </div>
          </>
        )
      }}
    </WorkflowsLoader>
  )
}

/** A workflow that the user can't change. */
function WorkflowView({ workflow: { slug, name, description, gates, builtIn } }: { workflow: Workflow }) {
  const canDuplicate = useHasRole('admin')
  return (
    <>
      <title>{`${name} · Baton`}</title>
      <PageHeading
        title={name}
        text={description}
        actions={
          canDuplicate && (
            <LinkButton to="/organization/workflows/new" search={{ from: slug }}>
              {workflowsPage.duplicate}
            </LinkButton>
          )
        }
      />
      {builtIn && <p className="text-muted">{workflowPage.builtIn}</p>}
      <GateList name={name} gates={gates} />
    </>
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
