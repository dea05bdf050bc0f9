// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'
import type { Json } from '../tables.ts'

export interface MarketplaceRows {
  marketplace_installs: {
    id: string
    item_id: string | null
    organization_id: string
    copy_id: string
    item_name: string
    release: number
    published_by: Actor
    publisher: string
    installed_by: Actor
    created_at: string
  }
  marketplace_items: {
    id: string
    organization_id: string
    kind: 'skill' | 'agent' | 'workflow'
    source_id: string
    name: string
    description: string
    category: string
    tags: string[]
    snapshot: Json
    release: number
    released_at: string
    published_by: Actor
    installs: number
    featured_at: string | null
    withdrawn_at: string | null
    removed_at: string | null
    removed_by: Actor | null
    removal_reason: string | null
    version: number
    created_at: string
    updated_at: string
  }
  marketplace_releases: {
    item_id: string
    number: number
    notes: string
    created_at: string
  }
}
