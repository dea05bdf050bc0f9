import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { readAll } from '../../read.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { MenuItem, MenuLink, RowMenu } from '../../ui/menu.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { card } from '../../ui/section.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { BrowseButton } from '../marketplace/browse-button.tsx'
import { GateList } from './gate-list.tsx'
import type { Workflow } from './workflow.ts'
import { texts } from './texts.ts'
import { useDeleteWorkflow } from './workflow-changes.ts'

const { workflowsPage } = texts

/** The workflows of the organization: built-in and custom ones. */
export function WorkflowsPage() {
  const query = useQuery(readAll('workflows.list', {}))
  const canCreate = useHasRole('admin')
  return (
    <>
      <title>{`${workflowsPage.title} · Baton`}</title>
      <PageHeading
        title={workflowsPage.title}
        text={workflowsPage.text}
        actions={
          canCreate && (
            <>
              <BrowseButton kind="workflow" />
              <LinkButton kind="primary" to="/organization/workflows/new">
                {workflowsPage.create}
              </LinkButton>
            </>
          )
        }
      />
      <Loaded query={query} noun={workflowsPage.noun}>
        {(workflows) => (
          <ul aria-label={workflowsPage.title} className="flex flex-col gap-3">
            {workflows.map((workflow) => (
              <WorkflowCard key={workflow.slug} workflow={workflow} canCreate={canCreate} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}

function WorkflowCard({ workflow, canCreate }: { workflow: Workflow; canCreate: boolean }) {
  const { id, slug, name, description, gates, builtIn, may } = workflow
  const remove = useDeleteWorkflow()
  return (
    <li className={`p-4 ${card}`}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <h2 className="flex flex-wrap items-center gap-2 font-medium">
            <TitleLink to="/organization/workflows/$workflow" params={{ workflow: id ?? slug }}>
              {name}
            </TitleLink>
            <span className="font-mono text-xs font-normal text-muted">{slug}</span>
            {builtIn && <Badge>{workflowsPage.builtIn}</Badge>}
          </h2>
          {description && <p className="max-w-prose whitespace-pre-wrap text-muted">{description}</p>}
        </div>
        {canCreate && (
          <RowMenu label={workflowsPage.actions(name)}>
            {may.edit && id && (
              <MenuLink to="/organization/workflows/$workflow" params={{ workflow: id }}>
                {workflowsPage.edit}
              </MenuLink>
            )}
            <MenuLink to="/organization/workflows/new" search={{ from: slug }}>
              {workflowsPage.duplicate}
            </MenuLink>
            {may.edit && (
              <MenuItem danger onSelect={() => remove.mutate(workflow)}>
                {workflowsPage.delete}
              </MenuItem>
            )}
          </RowMenu>
        )}
      </div>
      <GateList name={name} gates={gates} />
    </li>
  )
}
