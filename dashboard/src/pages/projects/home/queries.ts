import { tasksQuery } from '../../../queries.ts'
import { openStatuses } from '../../features/names.ts'
import { featuresQuery } from '../../features/queries.ts'
import { isOpen, statuses } from '../../tasks/names.ts'

/** How many lines each of the short lists has. */
export const shown = 6

export const dueNextQuery = (slug: string) =>
  tasksQuery(slug, { status: statuses.filter(isOpen), sort: 'dueAt' }, shown)

export const underWayQuery = (slug: string) => featuresQuery(slug, { status: openStatuses })
