import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type InputOf, type OutputOf, anyOrganization, call } from '../../client.ts'
import { pagesQuery } from '../../pages-query.ts'
import { asText, oneOf, searchOf } from '../../routes/search.ts'

export type ListedSkill = OutputOf<'skills.list'>['items'][number]
export type Skill = OutputOf<'skills.get'>
export type SkillFile = Skill['files'][number]
export type Scope = Skill['scope']
type SkillFilter = Pick<InputOf<'skills.list'>, 'scope' | 'builtIn' | 'tag' | 'search'>

/** Whose skills, as people choose. */
export const whichNames = {
  personal: 'Mine alone',
  team: 'Of teams',
  public: 'Public',
  'built-in': 'Built in',
}
export type Which = keyof typeof whichNames

/** Which skills an address asks for: all of them, unless it says otherwise. */
export const readSkillSearch = searchOf({
  which: oneOf(Object.keys(whichNames) as Which[]),
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

export const skillsQuery = (filter: SkillFilter) => ({
  ...pagesQuery(['skills', filter], (cursor, signal) =>
    call('skills.list', { limit: 50, cursor, ...filter }, { signal }),
  ),
  placeholderData: keepPreviousData,
})

/** As it is, or as it was at a revision. */
export const skillQuery = (skill: string, revision?: number) =>
  queryOptions({
    queryKey: ['skill', skill, { revision }],
    queryFn: ({ signal }) => call('skills.get', { skill, revision }, { signal }),
  })

export const skillRevisionsQuery = (skill: string) =>
  pagesQuery(['skill', skill, 'revisions'], (cursor, signal) =>
    call('skills.listRevisions', { skill, limit: 100, cursor }, { signal }),
  )

export const publicSkillQuery = (slug: string) =>
  queryOptions({
    queryKey: ['public-skill', slug],
    queryFn: ({ signal }) => call('skills.getPublic', { slug }, { signal, ...anyOrganization }),
    // No feed tells strangers of changes.
    staleTime: 0,
  })
