// Generated from the migrations by "npm run row-types". Don't edit this file.

export interface OverviewRows {
  daily_counts: {
    day: Date
    name: string
    label: string
    count: string
  }
  nodes: {
    id: string
    name: string
    version: string
    started_at: string
    seen_at: string
    cpu: number
    memory_bytes: string
    load_average: number
    cores: number
    requests_per_minute: number
    disk_free_bytes: string | null
    disk_total_bytes: string | null
  }
}
