import { sql } from '../../../database/sql.ts'
import { type Scopes, type SyncFields, type SyncKind, columnsOf } from '../../../operations/sync-kind.ts'
import { type SkillRow, skillKind } from './skill.ts'
import { createSkill, deleteSkill, updateSkill } from './skills.ts'

const fields: SyncFields = {
  name: { columns: ['name'] },
  slug: { columns: ['slug'] },
  description: { columns: ['description'], text: true },
  content: { columns: ['content'], text: true, unjournaled: true },
  tags: { columns: ['tags'] },
  scope: { columns: ['scope'] },
  team: { columns: ['team_id'], refers: 'team' },
  files: { columns: ['files'], unjournaled: true },
}

/** Skills of the organization itself. Built-in skills and those of other organizations stay on the server. */
export const syncedSkills: SyncKind<SkillRow> = {
  ...skillKind,
  name: 'skill',
  fields,
  columns: columnsOf(fields, 'owner_id'),
  from: sql`skills t`,
  within: ({ organizationId, ...scopes }) =>
    sql`t.organization_id = ${organizationId} and (t.scope = 'public'${besidesPublic(scopes)})`,
  scopeOf({ scope, owner_id, team_id }, { user }) {
    if (scope === 'public') return 'public'
    // Guests don't see their own skills, so these follow the organization and not the user.
    return scope === 'personal' || owner_id === user ? 'organization' : `team:${team_id}`
  },
  scopeColumns: ['scope', 'team_id'],
  create: createSkill,
  update: updateSkill,
  remove: deleteSkill,
  address: ({ id }) => ({ skill: id }),
}

function besidesPublic({ organization, user, teams }: Omit<Scopes, 'organizationId'>) {
  const isOwn = organization && user !== null ? sql` or t.owner_id = ${user}` : sql.empty
  return sql`${isOwn} or t.scope = 'team' and t.team_id = any(${teams})`
}
