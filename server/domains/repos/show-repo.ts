import type { z } from 'zod'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { projectsSeenBy } from '../projects/access.ts'
import { type SeenRepo, readRepo } from './access.ts'
import { type MentionedTask, type Repo, repoFromRow } from './repo.ts'

type Asking = Context & InOrganization

/** A repository with those of the tasks that its commits mention that the caller sees. */
export async function showRepo(ctx: Asking, repo: SeenRepo): Promise<z.output<typeof Repo>> {
  const keys = [...new Set((repo.contents?.commits ?? []).flatMap(({ mentions }) => mentions))]
  return repoFromRow(repo, await tasksCalled(ctx, keys), ctx.caller)
}

/** The same as it is after a change. */
export async function showChanged(ctx: Asking, id: string): Promise<z.output<typeof Repo>> {
  return showRepo(ctx, await readRepo(ctx.db, ctx, id))
}

async function tasksCalled(ctx: Asking, keys: string[]): Promise<Map<string, MentionedTask>> {
  if (keys.length === 0) return new Map()
  const visible = projectsSeenBy(ctx)
  const tasks = await ctx.db.run<MentionedTask>(
    `select t.id, t.key, t.title, t.status from tasks t join projects p on p.id = t.project_id
      where ${visible.where} and p.deleted_at is null and t.organization_id = $1 and t.deleted_at is null
        and t.key = any($5::text[])`,
    [...visible.values, keys],
  )
  return new Map(tasks.map((task) => [task.key, task]))
}
