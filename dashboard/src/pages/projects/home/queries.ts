import { tasksQuery } from '../../../queries.ts'
import { openStatuses } from '../../features/names.ts'
import { featuresQuery } from '../../features/queries.ts'
import { isOpen, statuses } from '../../tasks/names.ts'

/** The length of the short lists. */
export const maxRows = 6

export const dueNextQuery = (slug: string) =>
  tasksQuery(slug, { status: statuses.filter(isOpen), sort: 'dueAt' }, maxRows)

export const openFeaturesQuery = (slug: string) => featuresQuery(slug, { status: openStatuses })
