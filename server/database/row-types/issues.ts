// Generated from the migrations by "npm run row-types". Don't edit this file.

export interface IssuesRows {
  issue_replies: {
    id: string
    issue_id: string
    author_id: string
    by_administrator: boolean
    body: string
    created_at: string
  }
  issue_screenshots: {
    issue_id: string
    type: string
    bytes: Buffer
    created_at: string
  }
  issue_syncs: {
    repo: string
    synced_until: string
  }
  issues: {
    id: string
    number: number
    reporter_id: string
    title: string
    description: string
    page_url: string | null
    browser: string | null
    app_version: string | null
    state: 'open' | 'triaged' | 'in_progress' | 'resolved' | 'closed'
    assignee_id: string | null
    remote_repo: string | null
    remote_number: number | null
    remote_url: string | null
    remote_state: 'open' | 'closed' | null
    remote_updated_at: string | null
    version: number
    created_at: string
    updated_at: string
  }
}
