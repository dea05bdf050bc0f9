import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { builtIns } from '../../features/workflows/built-in.ts'
import type { Gate } from '../../features/workflows/gates.ts'
import { decisionsVisibleTo, fromDecisions } from '../../knowledge/decisions/access.ts'
import { ownSkillsVisibleTo } from '../../knowledge/skills/access.ts'
import { visibleProjects } from '../../projects/access.ts'

/** Facts about a project that the caller can see, for generated instructions. */
export interface ProjectFacts {
  slug: string
  key: string
  name: string
  description: string
  decisions: { key: string; title: string; rationale: string }[]
  specs: { key: string; title: string }[]
  /** Skills of its team, and those that the organization published. */
  skills: { slug: string; description: string }[]
  /** Workflows of its open features. Without any, the default workflow. */
  workflows: { name: string; gates: Gate[]; used: boolean }[]
}

const maxListed = 30

export async function loadProjectFacts(
  db: Queries,
  ctx: InOrganization,
  projectId: string,
): Promise<ProjectFacts> {
  const visible = visibleProjects(ctx)
  const decisions = decisionsVisibleTo(ctx)
  const inProject = sql`${visible.where} and p.deleted_at is null and p.id = ${projectId}`
  const [[project], decided, specs, skills, followed] = await Promise.all([
    db.run<Pick<ProjectFacts, 'slug' | 'key' | 'name' | 'description'>>(
      sql`select p.slug, p.key, p.name, p.description from projects p where ${inProject}`,
    ),
    // Includes decisions of the whole organization.
    db.run<ProjectFacts['decisions'][number]>(
      sql`select d.key, d.title, d.rationale from ${fromDecisions}
        where ${decisions.where} and d.deleted_at is null and d.status = 'accepted'
          and (d.project_id = ${projectId} or d.project_id is null) order by d.id desc limit ${sql.raw(maxListed)}`,
    ),
    db.run<ProjectFacts['specs'][number]>(
      sql`select s.key, s.title from specs s join projects p on p.id = s.project_id
        where ${inProject} and s.deleted_at is null and s.status = 'approved' order by s.id desc limit ${sql.raw(maxListed)}`,
    ),
    db.run<ProjectFacts['skills'][number]>(
      sql`select s.slug, s.description from skills s join projects p on p.id = ${projectId}
        where s.deleted_at is null and s.organization_id = p.organization_id
          and (s.scope = 'public' or s.scope = 'team' and s.team_id = p.team_id and ${ownSkillsVisibleTo(ctx)})
        order by s.slug limit ${sql.raw(maxListed)}`,
    ),
    db.run<{ workflow: string; gates: Gate[] }>(
      sql`select distinct on (f.workflow) f.workflow, f.gates from features f join projects p on p.id = f.project_id
        where ${inProject} and f.deleted_at is null and f.status not in ('done', 'cancelled')
        order by f.workflow, f.id desc limit 5`,
    ),
  ])
  // The project can be deleted concurrently.
  if (!project) reject('not_found', { kind: 'project', ref: projectId })
  const used = followed.map(({ workflow, gates }) => ({ name: workflow, gates, used: true }))
  const fallback = { name: builtIns[0]!.slug, gates: builtIns[0]!.gates, used: false }
  return { ...project, decisions: decided, specs, skills, workflows: used.length > 0 ? used : [fallback] }
}
