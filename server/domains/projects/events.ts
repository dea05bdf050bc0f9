export const projectEvents = {
  'project.created': 'A project was made.',
  'project.updated': 'Fields of a project changed.',
  'project.archived': 'A project was archived.',
  'project.unarchived': 'A project was brought back from the archive.',
  'project.deleted': 'A project went into the trash.',
  'project.restored': 'A project came back from the trash.',
  'project.purged': 'A project was removed for good, 30 days after it was deleted.',
  'project.shared':
    'A project was shared with a person, a team or the public, or what they have of it changed.',
  'project.unshared': 'A project is no longer shared with a person, a team or the public.',
} as const
