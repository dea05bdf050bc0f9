import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { ListedRevision } from '../revisions/revision.ts'
import { pageOfRevisions } from '../revisions/revisions.ts'
import { viewsSkill } from './access.ts'
import { skillRef } from './skill.ts'

export const listRevisionsSkill = operation({
  id: 'skills.listRevisions',
  summary: 'List the revisions of a skill, newest first, with author, reason and size of the change.',
  http: 'GET /api/skills/:skill/revisions',
  shows: ['skill', 'user'],
  access: viewsSkill,
  input: z.object({ skill: skillRef, ...pageInput }),
  output: pageOf(ListedRevision),
}).run((ctx, input) => pageOfRevisions(ctx.db, ctx.skill.id, input))
