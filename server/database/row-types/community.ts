// Generated from the migrations by "npm run row-types". Don't edit this file.

export interface CommunityRows {
  community_posts: {
    id: string
    author_id: string
    title: string
    body: string
    pinned: boolean
    hidden: boolean
    hidden_reason: string | null
    edited_at: string | null
    edited_by: 'author' | 'administrator' | null
    version: number
    created_at: string
    updated_at: string
  }
  community_reports: {
    id: string
    post_id: string
    reporter_id: string
    reason: string
    resolved_at: string | null
    created_at: string
  }
}
