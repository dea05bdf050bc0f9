import { sql } from '../../../database/sql.ts'
import { type SyncFields, type SyncKind, columnsOf } from '../../../operations/sync-kind.ts'
import { followsProject } from '../../projects/synced-in-project.ts'
import { groupSyncFields } from '../items/synced-group.ts'
import { createStory, deleteStory, updateStory } from './stories.ts'
import { type StoryRow, storyKind } from './story.ts'

const fields: SyncFields = { ...groupSyncFields, epic: { columns: ['epic_id'], refers: 'epic' } }

export const syncedStories: SyncKind<StoryRow> = {
  ...storyKind,
  name: 'story',
  fields,
  columns: columnsOf(fields, 'key'),
  from: sql`stories t`,
  ...followsProject,
  create: createStory,
  update: updateStory,
  remove: deleteStory,
  address: ({ id, epic_id, project_id }) => ({ project: project_id, epic: epic_id, story: id }),
  // `epic` locates the story to update.
  updateInput: ({ epic, ...others }) => ({ ...others, ...(epic !== undefined && { moveTo: epic }) }),
}
