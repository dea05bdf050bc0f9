export const projectEvents = {
  'project.created': 'A project was created.',
  'project.updated': 'Fields of a project changed.',
  'project.archived': 'A project was archived.',
  'project.unarchived': 'A project was restored from the archive.',
  'project.deleted': 'A project was moved to the trash.',
  'project.restored': 'A project was restored from the trash.',
  'project.purged': 'A project was permanently deleted, 30 days after it was moved to the trash.',
  'project.shared': 'A project was shared with a user, a team or the public, or such a share changed.',
  'project.unshared': 'A project is no longer shared with a user, a team or the public.',
} as const
