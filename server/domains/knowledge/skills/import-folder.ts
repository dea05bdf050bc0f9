import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { writesSkills } from './access.ts'
import { maxBytes, maxFiles } from './fields.ts'
import { readSkillFolder } from './folder.ts'
import { importFields, storeImport } from './store-import.ts'
import { skillFromRow } from './show-skill.ts'
import { Skill } from './skill.ts'

export const importFolder = operation({
  id: 'skills.importFolder',
  summary: 'Import a skill from the files of its folder: SKILL.md and other text files.',
  http: 'POST /api/skills/import/folder',
  access: writesSkills,
  created: true,
  input: z.object({
    files: z
      .array(
        z.strictObject({
          path: z.string().min(1).max(300).describe('Path of the file: write-a-spec/SKILL.md.'),
          content: z
            .string()
            .max(maxBytes * 2)
            .describe('Text content.'),
        }),
      )
      .min(1)
      .max(maxFiles * 3)
      .describe('The files, including SKILL.md.'),
    ...importFields,
  }),
  output: Skill,
}).run(async (ctx, { files, ...options }) =>
  skillFromRow(ctx, await storeImport(ctx, readSkillFolder(files), options)),
)
