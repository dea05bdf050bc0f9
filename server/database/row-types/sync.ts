// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'
import type { Json } from '../tables.ts'

export interface SyncRows {
  sync_changes: {
    device_id: string
    id: string
    organization_id: string
    hash: Buffer
    item_id: string
    version: number | null
    result: Json
    created_at: string
  }
  sync_conflicts: {
    id: string
    organization_id: string
    project_id: string | null
    type: 'field' | 'deleted'
    item_kind: string
    item_id: string
    item_key: string
    item_title: string
    field: string | null
    base: Json | null
    other: Json | null
    other_by: Actor
    current_by: Actor
    device_id: string | null
    resolution: 'current' | 'other' | 'value' | null
    resolved_by: Actor | null
    resolved_at: string | null
    version: number
    created_at: string
    updated_at: string
  }
  sync_imports: {
    organization_id: string
    source_id: string
    item_kind: string
    item_id: string
    created_at: string
  }
  sync_positions: {
    device_id: string
    organization_id: string
    pushed_at: string | null
    pulled_at: string | null
    xid: string | null
    seq: string | null
  }
  sync_views: {
    id: string
    device_id: string
    organization_id: string
    scopes: Json
    created_at: string
  }
}
