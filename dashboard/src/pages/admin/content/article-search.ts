import { asText, oneOf, searchOf } from '../../../routes/search.ts'

const shownStates = ['draft', 'scheduled', 'published', 'archived', 'deleted'] as const

/** Reads the filters from the URL. */
export const readArticleSearch = searchOf({ find: asText, state: oneOf(shownStates) })
export type ArticleSearch = ReturnType<typeof readArticleSearch>
