import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { writesSkills } from './access.ts'
import { unpackSkill } from './folder.ts'
import { importFields, storeImport } from './store-import.ts'
import { skillFromRow } from './show-skill.ts'
import { Skill } from './skill.ts'

export const importSkill = operation({
  id: 'skills.import',
  summary: 'Import a skill from a zip of its folder: SKILL.md and other text files.',
  http: 'POST /api/skills/import',
  access: writesSkills,
  created: true,
  upload: 'archive',
  input: z.object({ archive: z.file().describe('The zip file.'), ...importFields }),
  output: Skill,
  prepare: async (_ctx, { archive }) => ({ folder: unpackSkill(await archive.bytes()) }),
}).run(async (ctx, { archive: _, ...options }) =>
  skillFromRow(ctx, await storeImport(ctx, ctx.folder, options)),
)
