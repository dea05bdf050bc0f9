/** The events of code hosts and repositories. Those of a private repository have no other reader than its viewers. */
export const codeEvents = {
  'code_host.connected': 'An admin connected the organization to a code host.',
  'code_host.updated': 'The token or app of a connection to a code host changed.',
  'code_host.tested': 'An admin tested a connection to a code host.',
  'code_host.disconnected': 'An admin disconnected the organization from a code host.',
  'repo.created': 'A repository was connected to a project.',
  'repo.updated': 'The name, branch or token of a connected repository changed.',
  'repo.synced': 'A repository was read, and its contents changed.',
  'repo.failed': 'A repository could not be read.',
  'repo.indexed': 'Code search read the newest commit of a repository, or could not: see data.failure.',
  'repo.described': 'Instructions for assistants were generated from a repository and its project.',
  'repo.proposed': 'A pull request was opened through Baton: see data.url.',
  'repo.deleted': 'A repository was disconnected, and its token deleted.',
  'repo.restored': 'A repository was restored from the trash.',
  'repo.purged': 'A repository was permanently deleted, 30 days after it was disconnected.',
}
