import fs from 'node:fs/promises'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { system } from '../../../operations/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { readSkillFile } from './front-matter.ts'

/** The built-in skills. The ids never change; the texts can change with each version of Baton. */
const builtIns = {
  'write-a-spec': '00000000-0000-7000-8000-5b1115000001',
  'review-a-change': '00000000-0000-7000-8000-5b1115000002',
  'work-on-a-task': '00000000-0000-7000-8000-5b1115000003',
  'investigate-a-bug': '00000000-0000-7000-8000-5b1115000004',
  'hand-over-work': '00000000-0000-7000-8000-5b1115000005',
  'record-a-decision': '00000000-0000-7000-8000-5b1115000006',
}

const folder = new URL('./built-in/', import.meta.url)

/** Inserts missing built-in skills, and adds a revision to those whose text changed. */
export async function seedSkills(db: Queries): Promise<void> {
  const skills = await Promise.all(Object.entries(builtIns).map(([slug, id]) => readBuiltIn(slug, id)))
  // Almost every start finds all of them unchanged, with this one statement.
  const unchanged = await db.run<{ id: string }>(
    sql`select s.id from skills s join jsonb_to_recordset(${JSON.stringify(skills)}::jsonb)
               as built_in(id uuid, slug text, name text, description text, content text, tags text[]) using (id)
         where (s.slug, s.public_slug, s.name, s.description, s.content, s.tags)
               = (built_in.slug, built_in.slug, built_in.name, built_in.description, built_in.content, built_in.tags)`,
  )
  const ids = new Set(unchanged.map(({ id }) => id))
  for (const skill of skills) if (!ids.has(skill.id)) await upsertBuiltIn(db, skill)
}

async function readBuiltIn(slug: string, id: string): Promise<BuiltInSkill> {
  const { head, content } = readSkillFile(await fs.readFile(new URL(`${slug}.md`, folder), 'utf8'))
  return {
    id,
    slug,
    content,
    name: head.title as string,
    description: head.description as string,
    tags: head.tags as string[],
  }
}

export interface BuiltInSkill {
  id: string
  slug: string
  name: string
  description: string
  content: string
  tags: string[]
}

/** Upserts a built-in skill in one statement, so that several nodes can run it concurrently. Skips an unchanged one. */
export async function upsertBuiltIn(db: Queries, skill: BuiltInSkill): Promise<void> {
  const { id, slug, name, description, content, tags } = skill
  // Moves another skill off this public slug if it had it before.
  await db.run(
    sql`update skills set public_slug = slug || '-' || right(id::text, 8), version = version + 1, updated_at = now()
      where public_slug = ${slug} and id <> ${id}`,
  )
  const by = JSON.stringify(system)
  await db.run(
    sql`with put as (
       insert into skills (id, scope, slug, public_slug, name, description, content, tags, created_by)
       values (${id}, 'public', ${slug}, ${slug}, ${name}, ${description}, ${content}, ${tags}, ${by})
       on conflict (id) do update
         set slug = excluded.slug, public_slug = excluded.public_slug, name = excluded.name,
             description = excluded.description, content = excluded.content, tags = excluded.tags,
             revision = skills.revision + 1, version = skills.version + 1, updated_at = now()
       where (skills.slug, skills.name, skills.description, skills.content, skills.tags)
             is distinct from (excluded.slug, excluded.name, excluded.description, excluded.content, excluded.tags)
       returning *),
     stored as (
       insert into revisions (subject_id, number, subject_kind, title, content, more, created_by)
       select id, revision, 'skill', name, content,
              jsonb_build_object('description', description, 'tags', tags, 'files', files, 'frontMatter', front_matter), ${by}::jsonb
         from put on conflict do nothing)
     insert into journal (id, actor, type, subject_kind, subject_id, subject_key, version, data)
     select ${newId()}::uuid, ${by}::jsonb, case revision when 1 then 'skill.created' else 'skill.updated' end, 'skill', id, slug, version,
            jsonb_build_object('name', name, 'scope', scope) from put`,
  )
}
