-- The last level of a project's tree: its tasks without a story, in order. Without this index a page of them reads every
-- task of the project.
create index tasks_without_story on tasks (project_id, position) where story_id is null and deleted_at is null;
