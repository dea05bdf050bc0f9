import { z } from 'zod'
import { type JournalRow, selectedFromJournal } from '../../database/journal.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import { rejectField } from '../../operations/errors.ts'
import { freeForm, freeFormLimits } from '../../operations/free-form.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { type SeenProject, findProject, requireRight } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { Activity, activitiesFromRows } from './activity.ts'
import { isEventType } from './type-filter.ts'

interface Logging extends InOrganization {
  project: SeenProject | null
}

const logsActivity: AccessRule<{ project?: string | undefined }, Logging> = {
  name: 'logsActivity',
  sentence: 'Members of the organization; in a project, whoever may change it.',
  open: false,
  leastRole: 'member',
  also: ['editor'],
  async check({ caller, db, reads }, input) {
    const least = requireOrganization(caller, reads, 'guest')
    const ref = input.project ?? least.caller.projectId
    if (ref === null) return { ...requireOrganization(caller, reads, 'member'), project: null }
    const project = await findProject(db, least, ref, false)
    requireRight(project, 'edit')
    return { ...least, project }
  },
}

export const logActivity = operation({
  id: 'activity.log',
  summary: 'Log something that happened elsewhere, such as a deploy. What is done here is logged by itself.',
  http: 'POST /api/activity',
  tool: 'log_activity',
  brief: { type: 'Your word: deploy.finished.' },
  access: logsActivity,
  created: true,
  oneStatement: true,
  input: z.object({
    type: z
      .string()
      .regex(
        /^[a-z0-9_.-]{1,60}$/,
        'Lower-case letters, digits, points, hyphens and underscores, at most 60.',
      )
      .describe('A word of your own for what happened: deploy.finished.'),
    description: z.string().trim().min(1).max(2000).describe('What happened, in a sentence or a few.'),
    metadata: freeForm().optional().describe(`Further fields, as JSON: ${freeFormLimits}.`),
    project: projectRef.optional().describe('The project it concerns: its slug, key or id.'),
  }),
  output: Activity,
}).run(async (ctx, { type, description, metadata }) => {
  if (isEventType(type) || type.endsWith('.'))
    rejectField('type', 'Baton records this itself, or it ends with a point. Choose a word of your own.')
  const [row] = await ctx.db.run<JournalRow>(
    `insert into journal (id, organization_id, project_id, actor, type, subject_kind, subject_id, data, request_id)
     values ($1, $2, $3, $4, 'activity.logged', 'activity', $5, $6, $7) returning ${selectedFromJournal}`,
    [
      ...[
        newId(),
        ctx.organization.id,
        ctx.project?.id ?? null,
        JSON.stringify(actorOf(ctx.caller)),
        newId(),
      ],
      ...[JSON.stringify({ type, description, ...(metadata && { metadata }) }), ctx.request.id],
    ],
  )
  ctx.recorded(ctx.organization.id)
  const [activity] = await activitiesFromRows(ctx, [row!])
  return activity!
})
