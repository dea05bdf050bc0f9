/** The errors of tunnels and their runs, as in `errorTable`. */
export const tunnelErrors = {
  wrong_nonce: [401, 'This code is wrong, was already used or has expired. Get a new one in the dashboard.'],
  not_while_impersonating: [
    403,
    "An administrator who impersonates a user can't use or change machines. Only the user can.",
  ],
  tunnel_revoked: [409, 'This tunnel was revoked. Register the machine again.'],
  action_not_allowed: [
    403,
    'The machine does not allow {action}. Its owner can change that in the permission file.',
  ],
  machine_offline: [502, 'The machine is not connected. Start "baton tunnel" on it and try again.'],
  machine_lost: [502, 'The connection to the machine was lost. Try again.'],
  machine_slow: [504, 'The machine did not respond in time. Try again.'],
  run_id_taken: [409, 'A different run already has the id "{id}". Use a new id for every run.'],
  run_ended: [409, 'This run has already ended.'],
  run_not_asked: [409, 'This run does not wait for consent.'],
  too_many_runs: [429, 'Too many runs of yours are unfinished on this machine. Wait for one or cancel one.'],
} as const satisfies Record<string, readonly [number, string]>
