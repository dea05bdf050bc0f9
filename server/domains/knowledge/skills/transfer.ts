import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { viewsSkill, type SeenSkill, findOwnSkill, requireSkillRight, writesSkills } from './access.ts'
import { packSkill, type SkillFolder, readSkillFolder, unpackSkill } from './folder.ts'
import { skillRef, Skill, skillFromRow } from './skill.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { reasonField } from '../revisions/revision.ts'
import { changeSkill, insertSkill } from './save-skill.ts'
import { skillFields, maxBytes, maxFiles } from './fields.ts'

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

/** Input fields of every import operation. */
const importFields = {
  slug: skillFields.slug.optional().describe('Name in URLs. Defaults to the name in SKILL.md.'),
  scope: skillFields.scope
    .optional()
    .describe('Who can use it. Defaults to "team" if a team is given, otherwise "personal".'),
  team: skillFields.team.optional(),
  replace: z
    .boolean()
    .default(false)
    .describe('Import as the next revision of the skill with this slug. Default false.'),
  reason: reasonField.default('Imported.'),
}

type ImportOptions = z.output<z.ZodObject<typeof importFields>>

/** Stores an imported skill as a new one, or as the next revision of an existing one. */
async function storeImport(
  ctx: Context & InOrganization,
  skill: SkillFolder,
  options: ImportOptions,
): Promise<SeenSkill> {
  const slug = options.slug ?? skill.slug
  const existing = options.replace ? await findOwnSkill(ctx.db, ctx, slug) : undefined
  if (!existing || existing.deleted_at !== null) return insertSkill(ctx, { ...skill, ...options, slug })
  const own = requireSkillRight(ctx, existing, 'edit')
  const { name, description, tags, content, files, frontMatter: front_matter } = skill
  return changeSkill(
    { ...ctx, skill: own },
    { name, description, tags, content, files, front_matter },
    options.reason,
  )
}

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
