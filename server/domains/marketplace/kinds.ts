import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { type InOrganization, administers, hasRole } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { canEdit, findAgent } from '../agents/access.ts'
import { agentKind } from '../agents/agent.ts'
import { insertAgent } from '../agents/save-agent.ts'
import { findWorkflow, lockWorkflow } from '../features/workflows/find-workflow.ts'
import { insertWorkflow } from '../features/workflows/save-workflow.ts'
import { workflowKind } from '../features/workflows/workflow.ts'
import { findSkill, skillRights } from '../knowledge/skills/access.ts'
import { insertSkill } from '../knowledge/skills/save-skill.ts'
import { skillKind } from '../knowledge/skills/skill.ts'
import type { FoundItem } from './find-item.ts'
import type { MarketplaceKind, SnapshotOf } from './snapshot.ts'

/** An item of the caller's organization that can be published. */
export interface Source {
  id: string
  name: string
  description: string
  tags: string[]
  snapshot: SnapshotOf<MarketplaceKind>
  canPublish: boolean
}

/** A copy of a marketplace item in the caller's organization. */
export interface Copy {
  id: string
  name: string
}

export interface CopyOptions {
  team?: string | undefined
}

type Published<Kind extends MarketplaceKind> = Omit<FoundItem, 'snapshot'> & { snapshot: SnapshotOf<Kind> }

/** How items of a kind are read for publication, and copied into another organization. */
interface KindOfItem<Kind extends MarketplaceKind> {
  /** The kind of the copy in the journal. */
  name: string
  /** The sentence of the error if the caller can't publish an item. */
  publishers: string
  /** Finds an item of the organization that the caller can see, and locks it for a write. */
  find(db: Queries, granted: InOrganization, ref: string, lock: boolean): Promise<Source>
  copy(ctx: Context & InOrganization, item: Published<Kind>, options: CopyOptions): Promise<Copy>
}

const skills: KindOfItem<'skill'> = {
  name: skillKind.name,
  publishers:
    "The skill's owner. Team skills: also the team's leads. Team and public skills: also owners and admins.",
  async find(db, granted, ref, lock) {
    const skill = await findSkill(db, granted, ref, lock)
    // Public skills of other organizations are visible too.
    if (skill.organization_id === null) reject('built_in_skill', { skill: skill.slug })
    if (skill.organization_id !== granted.organization.id) reject('not_found', { kind: 'skill', ref })
    const { id, name, description, tags, content, files, front_matter: frontMatter } = skill
    const snapshot = { kind: 'skill' as const, content, files, frontMatter }
    return { id, name, description, tags, snapshot, canPublish: skillRights(granted, skill).delete }
  },
  copy: (ctx, { name, description, tags, snapshot, ...item }, { team }) =>
    insertSkill(ctx, {
      name,
      description,
      tags,
      content: snapshot.content,
      files: snapshot.files,
      // Agents read the front matter with the text, so that they don't take it for the words of its owner.
      frontMatter: {
        ...snapshot.frontMatter,
        'marketplace-author': `${item.published_by.name}, ${item.publisher}`,
      },
      team,
      reason: `Added release ${item.release} from the marketplace.`,
    }),
}

const agents: KindOfItem<'agent'> = {
  name: agentKind.name,
  publishers: "The agent's owner, and owners and admins of the organization.",
  async find(db, granted, ref, lock) {
    const agent = await findAgent(db, granted, ref, lock)
    const { id, name, role, instructions, model } = agent
    const snapshot = { kind: 'agent' as const, instructions, model, skills: await publicSkillsOf(db, id) }
    return { id, name, description: role, tags: [], snapshot, canPublish: canEdit(granted, agent) }
  },
  async copy(ctx, { name, description, snapshot }, { team }) {
    rejectTeam(team)
    const skills = await stillPublic(ctx.db, snapshot.skills)
    const fields = { role: description, instructions: snapshot.instructions, model: snapshot.model, skills }
    for (let number = 1; ; number++) {
      const copy = await insertAgent(ctx, { name: numberedName(name, number), ...fields })
      if (copy) return copy
    }
  },
}

const workflows: KindOfItem<'workflow'> = {
  name: workflowKind.name,
  publishers: administers.sentence,
  async find(db, granted, ref, lock) {
    const { organization, caller } = granted
    const workflow = await (lock ? lockWorkflow : findWorkflow)(db, organization.id, ref)
    if (!('id' in workflow)) reject('built_in_workflow', { workflow: ref })
    const { id, name, description, gates } = workflow
    const canPublish = hasRole(organization, 'admin') && caller.scopes.includes('admin')
    return { id, name, description, tags: [], snapshot: { kind: 'workflow', gates }, canPublish }
  },
  async copy(ctx, { name, description, snapshot }, { team }) {
    rejectTeam(team)
    // Members can add skills and agents, but the workflows of an organization are up to its admins.
    await administers.check({ caller: ctx.caller, db: ctx.db, reads: false, hold: true }, {})
    return insertWorkflow(ctx, { name, description, gates: snapshot.gates })
  },
}

/** The kinds of items that can be published. Each reads and copies only its own snapshots. */
export const kindsOfItems = { skill: skills, agent: agents, workflow: workflows } as unknown as Record<
  MarketplaceKind,
  KindOfItem<MarketplaceKind>
>

function rejectTeam(team: string | undefined): void {
  if (team !== undefined) rejectField('team', 'Only a skill can belong to a team. Omit "team".')
}

const maxNameLength = 120

/** Returns "Reviewer", "Reviewer 2", …, because agent names are unique in an organization. */
function numberedName(name: string, number: number): string {
  const suffix = number === 1 ? '' : ` ${number}`
  return name.slice(0, maxNameLength - suffix.length) + suffix
}

/** Returns the skills of an agent that everyone can read anyway. */
function publicSkillsOf(db: Queries, agentId: string) {
  return db.run<{ id: string; name: string }>(
    sql`select s.id, s.name from agent_skills k join skills s on s.id = k.skill_id
      where k.agent_id = ${agentId} and s.scope = 'public' and s.deleted_at is null order by k.place`,
  )
}

/** Returns the ids of the skills that are still public, in their order. */
async function stillPublic(db: Queries, published: { id: string }[]): Promise<string[]> {
  const rows = await db.run<{ id: string }>(
    sql`select id from skills where id = any(${published.map(({ id }) => id)}::uuid[]) and scope = 'public' and deleted_at is null`,
  )
  const found = new Set(rows.map(({ id }) => id))
  return published.map(({ id }) => id).filter((id) => found.has(id))
}
