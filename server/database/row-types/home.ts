// Generated from the migrations by "npm run row-types". Don't edit this file.

export interface HomeRows {
  home_visits: {
    user_id: string
    organization_id: string
    previous_at: string | null
    last_seen_at: string
  }
}
