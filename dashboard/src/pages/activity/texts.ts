/** Texts of the activity feed: its filters, its entries and undo. `action-texts.ts` has the sentences of the entries. */
export const texts = {
  activityPage: {
    title: 'Activity',
    projectTitle: (project: string) => `Activity of ${project}`,
  },

  recentActivity: 'Recent activity',

  activityFeed: {
    noun: 'events',
    more: 'Show older events',
    newEvents: (count: number) => `${count} new`,
    atLeastNewEvents: (count: number) => `${count} or more new`,
    noMatches: { title: 'No matching events', text: 'Clear the filters to see all events.' },
    empty: {
      title: 'No activity yet',
      text: 'Actions of members and agents appear here. Undo a change from its entry.',
    },
  },

  filters: {
    label: 'Filter activity',
    subject: 'Subject',
    agent: 'Agent',
    person: 'Person',
    project: 'Project',
    from: 'From',
    until: 'Until',
    clear: 'Clear filters',
  },

  filterChips: {
    property: (name: string, value: string | undefined) => `${name}: ${value}`,
    from: (day: string | undefined) => `From ${day}`,
    until: (day: string | undefined) => `Until ${day}`,
  },

  /** By prefix of the event type. */
  subjects: {
    'task.': 'Tasks',
    'feature.': 'Features',
    'comment.': 'Comments',
    'project.': 'Projects',
    'note.': 'Notes',
    'decision.': 'Decisions',
    'spec.': 'Specs',
    'skill.': 'Skills',
    'repo.': 'Repositories',
    'code_host.': 'Code hosts',
    'memory.': 'Memory',
    'session.': 'Sessions',
    'agent.': 'Agents',
    'activity.logged': 'Logged entries',
    'team.': 'Teams',
    'member.': 'Members',
  } as Record<string, string>,

  activityGroup: {
    summary: (count: number, item: string) => `made ${count} changes to ${item}`,
    show: (count: number) => `Show all ${count}`,
  },

  activityEntry: { changes: 'Changes', details: 'Details' },

  eventDetails: { from: 'from ', to: 'to ', none: 'none', yes: 'yes', no: 'no' },

  undo: {
    action: 'Undo',
    label: 'Undo this change',
    restored: (item: string) => `Restored ${item}.`,
    deleted: (item: string) => `Moved ${item} to the trash.`,
    reverted: (fields: string, item: string) => `Reverted ${fields} of ${item}.`,
    changedSince: (fields: string) => `Not reverted because of later changes: ${fields}.`,
  },

  subjectLink: (item: string, actor: string) => `${item}, ${actor}`,
}
