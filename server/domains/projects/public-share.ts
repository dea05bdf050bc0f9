import { sql } from '../../database/sql.ts'
import type { z } from 'zod'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { may } from '../../operations/may.ts'
import { type OnProject, hasRight } from './access.ts'
import { changeProject } from './change-project.ts'
import { requirePublishable } from './public-address.ts'
import { type PublicSection, sectionsFor } from './public-sections.ts'
import type { Share } from './share.ts'

type Sharing = Context & OnProject

/** Publishes the sections of a project. */
export async function shareWithPublic(
  ctx: Sharing,
  requested: PublicSection[] | undefined,
): Promise<z.output<typeof Share>> {
  requirePublishable(ctx)
  const { project } = ctx
  const sections = sectionsFor('public', requested, project)
  const { version } = await changeProject(ctx, { visibility: 'public', public_sections: sections })
  return publicShare(ctx, sections, version)
}

/** Ends the public share. Members of the organization can still see the project. */
export async function unshareWithPublic(ctx: Sharing): Promise<z.output<typeof Share>> {
  const { project } = ctx
  if (project.visibility !== 'public') reject('not_found', { kind: 'share with', ref: 'the public' })
  const { version } = await changeProject(ctx, { visibility: 'organization', public_sections: [] })
  return publicShare(ctx, project.public_sections, version)
}

async function publicShare(
  { db, project, caller }: Sharing,
  sections: PublicSection[],
  version: number,
): Promise<z.output<typeof Share>> {
  const [creator] = await db.run<{ username: string }>(
    sql`select username from users where id = ${project.created_by}`,
  )
  const canManage = hasRight(project.right, 'manage')
  return {
    id: project.id,
    user: null,
    team: null,
    public: { sections, path: `/api/public/projects/${creator!.username}/${project.slug}` },
    role: 'viewer',
    createdAt: project.created_at,
    version,
    may: may(caller, { change: canManage, remove: canManage }),
  }
}
