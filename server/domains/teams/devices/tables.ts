import type { ChangingRow } from '../../../database/tables.ts'

export interface DeviceRow extends ChangingRow {
  user_id: string
  machine: string
  name: string
  platform: string
  last_seen_at: string
}
