// Generated from the migrations by "npm run row-types". Don't edit this file.

export interface SecondFactorRows {
  recovery_codes: {
    user_id: string
    mac: Buffer
    used_at: string | null
  }
  remembered_devices: {
    id: string
    user_id: string
    hash: Buffer
    user_agent: string
    network: string
    login_id: string | null
    created_at: string
    last_used_at: string
    expires_at: string
  }
  second_factor_requests: {
    hash: Buffer
    user_id: string
    method: string
    signed_in_at: string | null
    tries: number
    used_at: string | null
    created_at: string
    expires_at: string
  }
  totp_secrets: {
    user_id: string
    secret: Buffer
    last_step: string
    created_at: string
  }
  totp_setups: {
    user_id: string
    secret: Buffer
    expires_at: string
  }
}
