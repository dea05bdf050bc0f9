/** Errors of repositories and of the connection to a code host. Part of `errorTable`. */
export const codeHostErrors = {
  invalid_signature: [
    401,
    "The signature of this delivery isn't valid. Set the secret of the webhook at the code host again.",
  ],
  issue_linked: [409, 'Issue #{issue} is already linked to {url}. Pass "action": "unlink" for it first.'],
  code_host_failed: [502, "{host} didn't accept the request. {reason}"],
  code_host_not_configured: [
    503,
    'No code host is set up for issues on this instance. The operator must set {variables}.',
  ],
  code_host_limited: [503, '{host} limits the number of requests. Try again in {seconds} seconds.'],
  evidence_unchecked: [503, "The evidence can't be checked right now. {reason}"],
  code_host_account_missing: [
    409,
    'You have no account at a code host here. Connect one in your settings, or pass "codeHost".',
  ],
  code_host_denied: [
    403,
    "You didn't authorize Baton at the code host. Start again, or connect your account with a token.",
  ],
  code_host_unauthorized: [
    502,
    'The code host rejected the authorization. Start again, or connect your account with a token.',
  ],
  needs_git: [
    503,
    "This instance can't read repositories: {reason} The operator must install git 2.37 or newer.",
  ],
  needs_code_host: [503, "Baton can't open a pull request at {host}. {reason} {next}"],
} as const
