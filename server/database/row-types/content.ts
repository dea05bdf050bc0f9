// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'

export interface ContentRows {
  article_categories: {
    article_id: string
    category_id: string
  }
  articles: {
    id: string
    kind: 'page' | 'post'
    slug: string
    title: string
    summary: string
    content: string
    state: 'draft' | 'published' | 'archived'
    publish_at: string | null
    cover_id: string | null
    author_id: string | null
    seo_title: string
    seo_description: string
    revision: number
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
  }
  categories: {
    id: string
    slug: string
    name: string
    description: string
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
  }
  site_version: {
    single: boolean
    version: string
  }
}
