// Generated from the migrations by "npm run row-types". Don't edit this file.

export interface WatchersRows {
  task_watchers: {
    organization_id: string
    task_id: string
    user_id: string
    created_at: string
  }
}
