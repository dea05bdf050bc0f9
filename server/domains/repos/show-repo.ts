import type { z } from 'zod'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { visibleProjects } from '../projects/access.ts'
import { type SeenRepo, readRepo } from './access.ts'
import { type MentionedTask, type Repo, repoFromRow } from './repo.ts'

type RepoContext = Context & InOrganization

/** Returns a repository with the mentioned tasks that the caller can see. */
export async function showRepo(ctx: RepoContext, repo: SeenRepo): Promise<z.output<typeof Repo>> {
  const keys = [...new Set((repo.contents?.commits ?? []).flatMap(({ mentions }) => mentions))]
  return repoFromRow(repo, await findTasks(ctx, keys), ctx.caller)
}

/** Reads the repository again after a change, and returns it. */
export async function reloadRepo(ctx: RepoContext, id: string): Promise<z.output<typeof Repo>> {
  return showRepo(ctx, await readRepo(ctx.db, ctx, id))
}

async function findTasks(ctx: RepoContext, keys: string[]): Promise<Map<string, MentionedTask>> {
  if (keys.length === 0) return new Map()
  const tasks = await ctx.db.run<MentionedTask>(
    sql`select t.id, t.key, t.title, t.status from tasks t join projects p on p.id = t.project_id
      where ${visibleProjects(ctx).where} and p.deleted_at is null and t.organization_id = ${ctx.organization.id}
        and t.deleted_at is null and t.key = any(${keys}::text[])`,
  )
  return new Map(tasks.map((task) => [task.key, task]))
}
