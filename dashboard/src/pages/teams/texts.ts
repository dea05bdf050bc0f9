/** Texts of the teams, their members, settings and analytics. */
export const texts = {
  teamsPage: {
    title: 'Teams',
    noun: 'teams',
    newTeam: 'New team',
    empty: {
      title: 'No teams yet',
      text: 'Create a team for people who work together. Projects can belong to a team and be visible only to it.',
    },
    columns: { team: 'Team', members: 'Members', projects: 'Projects' },
    youLead: 'Lead',
    youAreMember: 'Member',
  },

  createDialog: {
    title: 'New team',
    name: 'Name',
    description: 'Description (optional)',
    create: 'Create team',
  },

  frame: {
    noun: 'team',
    tabsLabel: (team: string) => `Pages of ${team}`,
    home: 'Home',
    members: 'Members',
    settings: 'Settings',
  },

  home: {
    work: 'Work',
    period: 'Period',
    weeks: (count: number) => `${count} weeks`,
    noun: 'analytics',
  },

  charts: {
    weekOf: 'Week of',
    tasks: 'Tasks',
    completed: {
      title: 'Completed',
      text: 'Tasks completed each week.',
      empty: 'No tasks completed in this period.',
    },
    cycleTime: {
      title: 'Cycle time',
      text: (unit: string) => `Median ${unit.toLowerCase()} from start to completion.`,
      empty: 'No started tasks completed in this period.',
    },
    burnUp: {
      text: 'Total and completed tasks at the end of each week.',
      total: 'Total',
      completed: 'Completed',
      empty: 'No tasks yet.',
    },
    people: {
      title: 'Completed by people',
      name: 'Member',
      empty: 'No tasks completed by people in this period.',
    },
    agents: {
      title: 'Completed by agents',
      name: 'Agent',
      empty: 'No tasks completed by agents in this period.',
    },
    blocked: {
      title: 'Blocked',
      text: (hours: number, count: number) =>
        `Time that tasks were blocked each week, ${hours} hours in total. ${count === 1 ? '1 task is' : `${count} tasks are`} blocked now.`,
      hours: 'Hours',
      empty: 'No tasks blocked in this period.',
    },
    blockedNow: { title: 'Blocked now', since: 'since' },
  },

  presence: {
    online: (count: number) => `${count} online`,
    statuses: { online: 'Online', away: 'Away', offline: '' },
    neverSeen: 'never',
  },

  projects: { title: 'Projects', empty: 'No projects that you can see.' },

  activity: {
    title: 'Recent activity',
    noun: 'events',
    more: 'Show older events',
    empty: 'No activity yet.',
  },

  members: {
    title: (team: string) => `Members of ${team}`,
    label: 'Members',
    noun: 'members',
    empty: { title: 'No members yet', text: 'Owners and admins of the organization manage this team.' },
    columns: { name: 'Name', role: 'Role', joined: 'Joined', actions: 'Actions' },
    roleOf: (member: string) => `Role of ${member}`,
    actionsFor: (member: string) => `Actions for ${member}`,
    leave: 'Leave team…',
    remove: 'Remove from team…',
    roleChanged: (member: string, role: string) => `${member} is now ${role.toLowerCase()}.`,
    removed: (member: string) => `Removed ${member} from the team.`,
  },

  removeDialog: {
    title: (member: string) => `Remove ${member} from the team?`,
    consequence: 'They lose access to team-only items. Their past work stays.',
    remove: 'Remove',
  },

  leaveDialog: {
    title: 'Leave the team?',
    consequence: 'You lose access to team-only items. Your past work stays.',
    leave: 'Leave',
  },

  addMember: {
    member: 'New member',
    placeholder: 'Member of the organization',
    role: 'Team role',
    add: 'Add',
    added: (member: string) => `Added ${member} to the team.`,
  },

  settings: {
    title: (team: string) => `Settings of ${team}`,
    label: 'Team',
    subject: 'The team',
    save: 'Save team',
    saved: 'Team saved.',
    name: 'Name',
    slug: 'URL name',
    slugHint: 'Use lowercase letters, digits and hyphens. Links with the old name stop working.',
    description: 'Description',
  },

  avatar: { label: 'Image' },

  deleteTeam: {
    title: 'Delete team',
    text: 'Its projects stay in the organization. Team-only items are shared individually with its members.',
    delete: (team: string) => `Delete ${team}`,
    deleted: (team: string) => `Deleted ${team}.`,
    deletedWithProjects: (team: string) => `Deleted ${team}. Its projects stay in the organization.`,
  },

  deleteDialog: {
    title: (team: string) => `Delete ${team}?`,
    consequence: "You can't undo this. Its projects and tasks stay.",
    delete: 'Delete team',
  },
}
