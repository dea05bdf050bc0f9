import { z } from 'zod'
import { expectVersion } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { anyUuid } from '../../platform/ids.ts'
import { endShareAccess, isSelf } from './access.ts'
import { projectRef } from './project.ts'
import { unshareWithPublic } from './public-share.ts'
import {
  Share,
  type ShareWithNames,
  recordShare,
  requireOneOf,
  selectShares,
  shareFromRow,
  sharedWith,
} from './share.ts'

export const unshareProject = operation({
  id: 'projects.unshare',
  summary: 'Stop sharing a project with a user, a team or the public, or leave one shared with you.',
  http: 'DELETE /api/projects/:project/share',
  access: endShareAccess,
  destructive: true,
  input: z.object({ project: projectRef, ...sharedWith }),
  output: Share.describe('Share that was ended.'),
}).run(async (ctx, input) => {
  requireOneOf(input)
  if (input.public) return unshareWithPublic(ctx)
  const [alias, key] = input.user === undefined ? [sql`t`, sql`slug`] : [sql`u`, sql`username`]
  const ref = input.user === undefined ? input.team! : isSelf(ctx, input.user) ? ctx.user.id : input.user
  const [row] = await ctx.db.run<ShareWithNames>(
    sql`${selectShares} where s.project_id = ${ctx.project.id}
        and ${alias}.${anyUuid.test(ref) ? sql`id = ${ref}` : sql`${key} = lower(${ref})`}`,
  )
  if (!row) reject('not_found', { kind: 'share with', ref: input.user ?? input.team })
  expectVersion(ctx, row.version)
  await ctx.db.run(sql`delete from project_shares where id = ${row.id}`)
  const share = shareFromRow(ctx, row)
  recordShare(ctx, 'project.unshared', share)
  return share
})
