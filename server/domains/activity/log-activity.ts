import { z } from 'zod'
import { type JournalRow, selectedFromJournal } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import { rejectField } from '../../errors/errors.ts'
import { freeForm, freeFormLimits } from '../../operations/free-form.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { type SeenProject, findProject, requireRight } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { Activity, activitiesFromRows } from './activity.ts'
import { isEventType } from './type-filter.ts'

interface LogGrant extends InOrganization {
  project: SeenProject | null
}

const logsActivity: AccessRule<{ project?: string | undefined }, LogGrant> = {
  name: 'logsActivity',
  sentence: 'Members of the organization. In a project: users with edit access.',
  open: false,
  leastRole: 'member',
  also: ['editor'],
  async check({ caller, db, reads }, input) {
    const asGuest = requireOrganization(caller, reads, 'guest')
    const ref = input.project ?? asGuest.caller.projectId
    if (ref === null) return { ...requireOrganization(caller, reads, 'member'), project: null }
    const project = await findProject(db, asGuest, ref, false)
    requireRight(project, 'edit')
    return { ...asGuest, project }
  },
}

export const logActivity = operation({
  id: 'activity.log',
  summary: 'Log an event from outside Baton, such as a deploy. Baton logs its own changes automatically.',
  http: 'POST /api/activity',
  tool: { name: 'log_activity', brief: { type: 'Your own type: deploy.finished.' } },
  access: logsActivity,
  created: true,
  oneStatement: true,
  input: z.object({
    type: z
      .string()
      .regex(
        /^[a-z0-9_.-]{1,60}$/,
        'Use at most 60 lowercase letters, digits, dots, hyphens and underscores.',
      )
      .describe('Custom event type, such as deploy.finished.'),
    description: z.string().trim().min(1).max(2000).describe('What happened, in a few sentences.'),
    metadata: freeForm().optional().describe(`Further fields, as JSON: ${freeFormLimits}.`),
    project: projectRef.optional().describe('The project concerned: slug, key or id.'),
  }),
  output: Activity,
}).run(async (ctx, { type, description, metadata }) => {
  if (isEventType(type) || type.endsWith('.'))
    rejectField('type', 'Baton reserves this type, or it ends with a dot. Choose another type.')
  const data = JSON.stringify({ type, description, ...(metadata && { metadata }) })
  const [row] = await ctx.db.run<JournalRow>(
    sql`insert into journal (id, organization_id, project_id, actor, type, subject_kind, subject_id, data, request_id)
     values (${newId()}, ${ctx.organization.id}, ${ctx.project?.id ?? null}, ${JSON.stringify(actorOf(ctx.caller))},
       'activity.logged', 'activity', ${newId()}, ${data}, ${ctx.request.id}) returning ${selectedFromJournal}`,
  )
  ctx.recorded(ctx.organization.id)
  const [activity] = await activitiesFromRows(ctx, [row!])
  return activity!
})
