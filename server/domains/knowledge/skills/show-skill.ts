import type { z } from 'zod'
import type { InOrganization } from '../../../operations/access.ts'
import { type SeenSkill, shownRights } from './access.ts'
import { type Skill, listedSkillFromRow } from './skill.ts'

/** Converts a row to the full API shape for a caller. */
export function skillFromRow(granted: InOrganization, row: SeenSkill): z.output<typeof Skill> {
  return {
    ...listedSkillFromRow({ ...row, sort_value: '' }),
    content: row.content,
    files: row.files,
    frontMatter: row.front_matter,
    may: shownRights(granted, granted.caller, row),
  }
}
