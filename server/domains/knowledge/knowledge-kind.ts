import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { reject } from '../../errors/errors.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import type { Kind } from '../../operations/rows.ts'
import type { TrashKind } from '../../operations/trash-kind.ts'
import {
  type ProjectRight,
  type Seer,
  hasRight,
  projectsVisibleTo,
  rightHolders,
} from '../projects/access.ts'
import type { VisibleProjects } from '../projects/visible-projects.ts'

/* Shared by notes and decisions: items of a project, or of none. */

/** The project columns that an item shows. */
interface ProjectColumns {
  project_id: string | null
  project_slug: string | null
  project_name: string | null
}

/** A row with the caller's right. */
type SeenRow = DeletableRow & { right: ProjectRight }

/** Describes a kind of items. */
export interface KnowledgeKind<Field extends string, Row extends SeenRow> {
  kind: Kind<Row>
  /** The input field that names an item, and the property of the context that holds it. */
  field: Field
  /** The alias of the table in the SQL of `visibleTo`. */
  alias: string
  /** The access rule for each right, in words. */
  sentences: Partial<Record<ProjectRight, string>>
  /** Returns a filter for visible items, and the caller's right in each. */
  visibleTo(granted: Seer): VisibleProjects
  /** Finds a visible item by id or key. */
  find(
    db: Queries,
    granted: Seer,
    ref: string,
    options: { lock: boolean; deleted?: boolean },
  ): Promise<Row | undefined>
}

/** Grants a right to one item. */
export function onKnowledge<Field extends string, Row extends SeenRow>(
  item: KnowledgeKind<Field, Row>,
  right: ProjectRight,
): AccessRule<Record<Field, string>, InOrganization & Record<Field, Row>> {
  const { field, find, sentences } = item
  return {
    name: `${field}(${right})`,
    sentence: sentences[right]!,
    open: false,
    ...rightHolders[right],
    async check({ caller, db, reads, hold }, input) {
      const granted = requireOrganization(caller, reads, 'guest')
      const found = await find(db, granted, input[field], { lock: hold })
      if (!found) reject('not_found', { kind: field, ref: input[field] })
      requireKnowledgeRight(item, found, right)
      return { ...granted, ...({ [field]: found } as Record<Field, Row>) }
    },
  }
}

export function requireKnowledgeRight(
  { sentences }: { sentences: Partial<Record<ProjectRight, string>> },
  { right }: Pick<SeenRow, 'right'>,
  needed: ProjectRight,
): void {
  if (!hasRight(right, needed)) reject('forbidden', { needs: sentences[needed]! })
}

/** Lets users who can delete an item restore it. */
export function trashedKnowledge<Row extends SeenRow>(item: KnowledgeKind<string, Row>): TrashKind<Row> {
  const { kind, alias, find, visibleTo } = item
  const [table, row] = [sql.raw(kind.table), sql.raw(alias)]
  return {
    ...kind,
    async find(db, granted, ref) {
      const found = await find(db, granted, ref, { lock: true, deleted: true })
      if (found) requireKnowledgeRight(item, found, 'edit')
      return found
    },
    listed(granted) {
      const visible = visibleTo(granted)
      return {
        from: sql`${table} t join ${table} ${row} on ${row}.id = t.id left join projects p on p.id = ${row}.project_id`,
        where: sql`${visible.where} and (${visible.right}) in ('edit', 'manage')`,
        title: sql`t.title`,
        project: sql`p.slug`,
      }
    },
  }
}

/**
 * Builds a condition for the data export: items of projects that the user can see, and items without a project in
 * organizations that they belong to.
 */
export function stillVisibleTo(alias: string, userId: string, { guests }: { guests: boolean }): Sql {
  const row = sql.raw(alias)
  return sql`case when ${row}.project_id is null
      then exists (select 1 from organization_members om where om.organization_id = ${row}.organization_id
                      and om.user_id = ${userId} ${guests ? sql.empty : sql`and om.role <> 'guest'`})
      else ${row}.project_id in (select p.id from ${projectsVisibleTo(userId)} where p.deleted_at is null) end`
}

export const ProjectOfItem = z.object({ id: z.uuid(), slug: z.string(), name: z.string() })

export function projectOfItem(row: ProjectColumns): z.output<typeof ProjectOfItem> | null {
  const { project_id: id, project_slug: slug, project_name: name } = row
  return id === null ? null : { id, slug: slug!, name: name! }
}
