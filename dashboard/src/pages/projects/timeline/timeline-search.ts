import { oneOf, searchOf } from '../../../routes/search.ts'

/* In its own file, because the router loads it with the first page. */

const zooms = ['weeks', 'months', 'quarters'] as const
export type Zoom = (typeof zooms)[number]

/** Parses the zoom from the URL. */
export const readTimelineSearch = searchOf({ zoom: oneOf(zooms) })
