/** Errors of repositories and of the connection to a code host. Part of `errorTable`. */
export const codeHostErrors = {
  issue_linked: [409, 'Issue #{issue} is already linked to {url}. Pass "action": "unlink" for it first.'],
  code_host_failed: [502, "{host} didn't accept the request. {reason}"],
  code_host_not_configured: [
    503,
    'No code host is set up for issues on this instance. The operator must set {variables}.',
  ],
  code_host_limited: [503, '{host} limits the number of requests. Try again in {seconds} seconds.'],
  needs_git: [
    503,
    "This instance can't read repositories: {reason} The operator must install git 2.37 or newer.",
  ],
  needs_code_host: [
    503,
    "Baton has no account at {host}, so it can't open the pull request. It only reads repositories. {next}",
  ],
} as const
