import { z } from 'zod'
import type { Rows } from '../../../database/row-types.ts'
import type { Kind } from '../../../operations/rows.ts'
import type { Narrow } from '../../../database/tables.ts'
import type { Caller } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { Who, whoFromActor } from '../../../operations/actor.ts'
import type { BuiltIn } from './built-in.ts'
import { Gate, gatesField } from './gates.ts'

/** The API representation of a workflow. */
export const Workflow = z
  .object({
    id: z.uuid().nullable().describe('Null for a built-in workflow.'),
    slug: z.string().describe('Slug that features refer to.'),
    name: z.string(),
    description: z.string(),
    gates: z.array(Gate),
    builtIn: z.boolean().describe('Whether it is built in and cannot be changed.'),
    createdBy: Who.nullable(),
    createdAt: z.iso.datetime().nullable(),
    updatedAt: z.iso.datetime().nullable(),
    version: z.int(),
    may: z
      .object({ edit: z.boolean().describe('Edit and delete it.') })
      .describe('Actions the caller can take.'),
  })
  .meta({ id: 'Workflow' })

/** A custom workflow of an organization. */
export type WorkflowRow = Narrow<Rows['workflows'], { gates: z.output<typeof Gate>[] }>

export function workflowFromRow(row: WorkflowRow, caller: Caller): z.output<typeof Workflow> {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    gates: row.gates,
    builtIn: false,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    may: may(caller, { edit: isAdministrator(caller) }),
  }
}

export function workflowFromBuiltIn(workflow: BuiltIn): z.output<typeof Workflow> {
  const metadata = { createdBy: null, createdAt: null, updatedAt: null, version: 1 }
  return { id: null, ...workflow, builtIn: true, ...metadata, may: { edit: false } }
}

/** Checks the same as the access rule `administers`. */
function isAdministrator(caller: Caller): boolean {
  if (caller.kind === 'anonymous' || !caller.scopes.includes('admin')) return false
  return ['admin', 'owner'].includes(caller.organization?.role ?? '')
}

export const workflowKind: Kind<WorkflowRow> = {
  name: 'workflow',
  table: 'workflows',
  jsonLists: ['gates'],
  key: 'slug',
}

/** A reference to a workflow in any input. */
export const workflowRef = reference(
  'workflow',
  'The workflow: slug (standard, hotfix, research, autonomous or a custom one) or id.',
)

export const workflowFields = {
  name: z.string().trim().min(1).max(120).describe('Display name.'),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and single hyphens.')
    .max(60)
    .describe('Slug, unique in the organization.'),
  description: z.string().max(20_000).describe('Purpose, in Markdown.'),
  gates: gatesField,
}
