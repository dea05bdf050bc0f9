import type { Queries } from '../../../database/connect.ts'
import { rejectField } from '../../../errors/errors.ts'
import { type InProject, findItem, namedItem } from '../items/find-item.ts'
import type { TaskNames } from './task.ts'
import type { TaskRow } from './tables.ts'

interface ParentRefs {
  story?: string | null | undefined
  feature?: string | null | undefined
  /** A story or a feature. */
  parent?: string | undefined
}

export type Parents = Pick<TaskRow, 'story_id' | 'feature_id'> & Omit<TaskNames, 'assignee_name'>

type ParentItem = { id: string; key: string; title: string }

/**
 * Resolves the requested story and feature of a task; omits fields that were not requested. Locks both if `lock` is
 * set, so that a concurrent delete of a parent can't miss the task.
 */
export async function findParents(
  db: Queries,
  project: InProject,
  { story, feature, parent }: ParentRefs,
  lock: boolean,
): Promise<Partial<Parents>> {
  const find = (table: 'stories' | 'features', field: string, ref: string) =>
    namedItem<ParentItem>(db, table, project, { field, ref, hold: lock })
  const named = parent === undefined ? {} : await findParent(db, project, parent)
  const parents: Partial<Parents> = { ...named }
  if (story !== undefined) {
    const found = story === null ? noItem : await find('stories', 'story', story)
    Object.assign(parents, { story_id: found.id, story_key: found.key, story_title: found.title })
  }
  if (feature !== undefined) {
    const found = feature === null ? noItem : await find('features', 'feature', feature)
    Object.assign(parents, { feature_id: found.id, feature_key: found.key, feature_title: found.title })
  }
  if (named.story_id && named.story_id !== parents.story_id)
    rejectField('parent', 'It differs from "story". Pass one of them.')
  if (named.feature_id && named.feature_id !== parents.feature_id)
    rejectField('parent', 'It differs from "feature". Pass one of them.')
  return parents
}

/** Resolves the parent of a new task, which is a story or a feature. */
async function findParent(db: Queries, project: InProject, ref: string): Promise<Partial<Parents>> {
  const story = await findItem<ParentItem>(db, 'stories', project, ref)
  if (story) return { story_id: story.id, story_key: story.key, story_title: story.title }
  const feature = await findItem<ParentItem>(db, 'features', project, ref)
  if (feature) return { feature_id: feature.id, feature_key: feature.key, feature_title: feature.title }
  return rejectField(
    'parent',
    `This project has no story or feature "${ref}". An epic contains stories, not tasks.`,
  )
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
