// Generated from the migrations by "npm run row-types". Don't edit this file.

export interface TaskCountsRows {
  group_counts: {
    id: string
    organization_id: string
    project_id: string
    epic_id: string | null
    total: number
    complete: number
    cancelled: number
  }
  task_count_changes: {
    organization_id: string
    project_id: string
    story_id: string | null
    status: string | null
    is_blocked: boolean
    is_unassigned: boolean
    created_on: Date | null
    completed_on: Date | null
    due_on: Date | null
    change: number
  }
  task_counts: {
    organization_id: string
    project_id: string
    measure: 'total' | 'backlog' | 'todo' | 'in_progress' | 'blocked' | 'in_review' | 'complete' | 'cancelled' | 'open_blocked' | 'open_unassigned' | 'created' | 'completed' | 'open_due'
    day: Date
    count: number
  }
}
