import { type InputOf, type OutputOf, anyOrganization } from '../../client.ts'
import { read, readFilteredPages } from '../../read.ts'
import { asText, oneOf, searchOf } from '../../routes/search.ts'

export type ListedSkill = OutputOf<'skills.list'>['items'][number]
export type Skill = OutputOf<'skills.get'>
export type SkillFile = Skill['files'][number]
export type Scope = Skill['scope']
type SkillFilter = Pick<InputOf<'skills.list'>, 'scope' | 'builtIn' | 'tag' | 'search'>

/** Reads the filters from the URL. */
export const readSkillSearch = searchOf({
  which: oneOf(['personal', 'team', 'public', 'built-in'] as const),
  tag: asText,
  find: asText,
})
export type SkillSearch = ReturnType<typeof readSkillSearch>

export function filterOf({ which, tag, find }: SkillSearch): SkillFilter {
  return {
    ...(which === 'built-in' ? { builtIn: true } : which && { scope: [which], builtIn: false }),
    ...(tag && { tag: [tag] }),
    ...(find && { search: find }),
  }
}

export const skillsQuery = (filter: SkillFilter) => readFilteredPages('skills.list', { limit: 50, ...filter })

// Visitors without an account receive no live events.
export const publicSkillQuery = (slug: string) => ({
  ...read('skills.getPublic', { slug }, anyOrganization),
  staleTime: 0,
})
