import type { Queries } from '../../../database/connect.ts'
import { type InProject, namedItem } from '../items/find-item.ts'
import type { TaskNames } from './task.ts'
import type { TaskRow } from './tables.ts'

interface ParentRefs {
  story?: string | null | undefined
  feature?: string | null | undefined
}

export type Parents = Pick<TaskRow, 'story_id' | 'feature_id'> & Omit<TaskNames, 'assignee_name'>

/**
 * Resolves the requested story and feature of a task; omits fields that were not requested. Locks both if `lock` is
 * set, so that a concurrent delete of a parent can't miss the task.
 */
export async function findParents(
  db: Queries,
  project: InProject,
  { story, feature }: ParentRefs,
  lock: boolean,
): Promise<Partial<Parents>> {
  const find = (table: 'stories' | 'features', field: string, ref: string) =>
    namedItem<{ id: string; key: string; title: string }>(db, table, project, { field, ref, hold: lock })
  const parents: Partial<Parents> = {}
  if (story !== undefined) {
    const found = story === null ? noItem : await find('stories', 'story', story)
    Object.assign(parents, { story_id: found.id, story_key: found.key, story_title: found.title })
  }
  if (feature !== undefined) {
    const found = feature === null ? noItem : await find('features', 'feature', feature)
    Object.assign(parents, { feature_id: found.id, feature_key: found.key, feature_title: found.title })
  }
  return parents
}

const noItem = { id: null, key: null, title: null }

export const noParents: Parents = {
  story_id: null,
  story_key: null,
  story_title: null,
  feature_id: null,
  feature_key: null,
  feature_title: null,
}
