// Generated from the migrations by "npm run row-types". Don't edit this file.

export interface ProfilesRows {
  former_slugs: {
    kind: 'page' | 'post'
    slug: string
    article_id: string
    created_at: string
  }
}
