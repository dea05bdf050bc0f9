import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type InputOf, type OutputOf, anyOrganization, call } from '../../client.ts'
import { pagesQuery } from '../../pages-query.ts'
import { asText, oneOf, searchOf } from '../../routes/search.ts'
import { texts } from './texts.ts'

export type ListedSkill = OutputOf<'skills.list'>['items'][number]
export type Skill = OutputOf<'skills.get'>
export type SkillFile = Skill['files'][number]
export type Scope = Skill['scope']
type SkillFilter = Pick<InputOf<'skills.list'>, 'scope' | 'builtIn' | 'tag' | 'search'>

/** Options of the scope filter. */
export const whichNames = texts.scopes
export type Which = keyof typeof whichNames

/** Reads the filters from the URL. */
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

/** The latest revision of a skill, or an earlier one. */
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
    // Visitors without an account receive no live events.
    staleTime: 0,
  })
