/** Errors of the connection to a code host. Part of `errorTable`. */
export const codeHostErrors = {
  issue_linked: [409, 'Issue #{issue} is already linked to {url}. Pass "action": "unlink" for it first.'],
  code_host_failed: [502, "{host} didn't accept the request. {reason}"],
  code_host_not_configured: [
    503,
    'No code host is set up for issues on this instance. The operator must set {variables}.',
  ],
  code_host_limited: [503, '{host} limits the number of requests. Try again in {seconds} seconds.'],
} as const
