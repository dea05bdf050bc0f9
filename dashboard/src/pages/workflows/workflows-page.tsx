import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { requirementSentence } from '../../../../server/domains/features/workflows/requirement-sentence.ts'
import { useHasRole } from '../../my-role.ts'
import { readAll } from '../../read.ts'
import { Badge } from '../../ui/badge.tsx'
import { MenuItem, MenuLink, RowMenu } from '../../ui/menu.tsx'
import { Section, card } from '../../ui/section.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { gateTitle } from '../features/names.ts'
import type { Workflow, WorkflowGate } from './workflow.ts'
import { texts } from './texts.ts'
import { useDeleteWorkflow } from './workflow-changes.ts'

const { workflowsPage } = texts

/** The workflows of the organization: built-in and custom ones. */
export function WorkflowsPage() {
  const query = useQuery(readAll('workflows.list', {}))
  const canCreate = useHasRole('admin')
  return (
    <Section
      title={workflowsPage.title}
      text={workflowsPage.text}
      action={
        canCreate && (
          <Link
            to="/organization/workflows/new"
            className="inline-flex h-8 items-center rounded-md bg-accent px-3 font-medium whitespace-nowrap text-on-accent hover:bg-accent-hover"
          >
            {workflowsPage.create}
          </Link>
        )
      }
    >
      <title>{`${workflowsPage.title} · Baton`}</title>
      <Loaded query={query} noun={workflowsPage.noun}>
        {(workflows) => (
          <ul aria-label={workflowsPage.title} className="flex flex-col gap-3">
            {workflows.map((workflow) => (
              <WorkflowCard key={workflow.slug} workflow={workflow} canCreate={canCreate} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

function WorkflowCard({ workflow, canCreate }: { workflow: Workflow; canCreate: boolean }) {
  const { id, slug, name, description, gates, builtIn, may } = workflow
  const remove = useDeleteWorkflow()
  return (
    <li className={`p-4 ${card}`}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <h3 className="flex flex-wrap items-center gap-2 font-medium">
            <span className="wrap-anywhere">{name}</span>
            <span className="font-mono text-xs font-normal text-muted">{slug}</span>
            {builtIn && <Badge>{workflowsPage.builtIn}</Badge>}
          </h3>
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
      <Gates name={name} gates={gates} />
    </li>
  )
}

function Gates({ name, gates }: { name: string; gates: WorkflowGate[] }) {
  return (
    <ol aria-label={workflowsPage.gates(name)} className="mt-3 flex flex-col gap-1.5">
      {gates.map((gate, index) => (
        <li key={gate.name} className="grid grid-cols-[1.25rem_7rem_minmax(0,1fr)] gap-x-2 text-[13px]">
          <span aria-hidden className="text-right text-muted tabular-nums">
            {index + 1}
          </span>
          <span className="font-medium wrap-anywhere">{gateTitle(gate.name)}</span>
          <span className="text-muted">
            {gate.requirements.map(requirementSentence).join(' ') || workflowsPage.noRequirements}
          </span>
        </li>
      ))}
    </ol>
  )
}
