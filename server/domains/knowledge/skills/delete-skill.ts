import { z } from 'zod'
import { deleteRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { changesSkill } from './access.ts'
import { skillKind, skillRef } from './skill.ts'
import type { SkillRow } from './tables.ts'

export const deleteSkill = operation({
  id: 'skills.delete',
  summary: 'Move a skill and its revisions to the trash for 30 days.',
  http: 'DELETE /api/skills/:skill',
  access: changesSkill('delete'),
  destructive: true,
  input: z.object({ skill: skillRef }),
  output: Deleted,
}).run(async (ctx) => deletedResponse(skillKind, await deleteRow<SkillRow>(ctx, skillKind, ctx.skill)))
