import { readPages } from '../../../read.ts'

/** The read of a level. In its own file, because the routes start it before the code of the page is loaded. */
export const readLevel = (slug: string, below?: string) =>
  readPages('projects.tree', { project: slug, limit: 100, ...(below !== undefined && { below }) })
