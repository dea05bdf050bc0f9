/** Errors about the second factor of an account. Part of `errorTable`. */
export const secondFactorErrors = {
  wrong_second_factor: [
    401,
    'This second factor is wrong or was already used. Try again with a new code, or use another method.',
  ],
  sign_in_expired: [
    401,
    'This sign-in took too long, was already completed, or had too many failed attempts. Sign in again.',
  ],
  second_factor_needed: [403, 'This account also requires its second factor. {hint}'],
  second_factor_required: [
    403,
    '{by} requires a second factor, and your account has none. Set one up in the dashboard: Settings, Sign-in.',
  ],
  second_factor_kept: [
    422,
    "{by} requires a second factor. You can replace yours, but you can't turn it off.",
  ],
  last_second_factor: [
    422,
    'This is your only second factor. Add another one first, or turn the second factor off.',
  ],
  second_factor_off: [422, 'Your account has no second factor. Set one up first.'],
  own_second_factor_first: [
    422,
    'Set up a second factor for your own account first. Then you can require it of others.',
  ],
  user_without_second_factor: [422, '{user} has no second factor, so there is nothing to reset.'],
  no_passkey: [422, 'Your account has no passkey. Add one first.'],
} as const
