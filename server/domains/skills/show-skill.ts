import type { z } from 'zod'
import type { InOrganization } from '../../operations/access.ts'
import { type SeenSkill, shownRights } from './access.ts'
import { type Skill, listedSkillFromRow } from './skill.ts'

/** All of a skill, as the caller sees it. */
export function skillFromRow(asking: InOrganization, row: SeenSkill): z.output<typeof Skill> {
  return {
    ...listedSkillFromRow({ ...row, sort_value: '' }),
    ...{ content: row.content, files: row.files, frontMatter: row.front_matter },
    may: shownRights(asking, asking.caller, row),
  }
}
