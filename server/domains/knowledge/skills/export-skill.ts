import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { viewsSkill } from './access.ts'
import { packSkill } from './folder.ts'
import { skillRef } from './skill.ts'

export const exportSkill = operation({
  id: 'skills.export',
  summary: 'Export a skill as a zip of its folder: SKILL.md and its other files.',
  http: 'GET /api/skills/:skill/export',
  access: viewsSkill,
  answers: 'file',
  input: z.object({ skill: skillRef }),
  output: z.object({
    type: z.string(),
    bytes: z.instanceof(Uint8Array),
    etag: z.string(),
    lasting: z.boolean(),
    name: z.string(),
  }),
}).run(async ({ skill }) => ({
  type: 'application/zip',
  bytes: packSkill(skill),
  name: `${skill.slug}.zip`,
  etag: `${skill.id}-${skill.version}`,
  lasting: false,
}))
