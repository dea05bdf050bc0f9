/** Texts of the list of agents, and of the pages and dialogs of one agent. */
export const texts = {
  public: 'Public',
  never: 'Never',

  agentsPage: {
    title: 'Agents',
    create: 'New agent',
    label: 'Agents',
    noun: 'agents',
    empty: {
      title: 'No agents yet',
      text: 'Create an agent, connect it with a token, and assign tasks to it.',
    },
  },

  columns: { agent: 'Agent', model: 'Model', openTasks: 'Open tasks', lastSeen: 'Last seen' },

  newAgent: {
    title: 'New agent',
    text: 'You can change everything later.',
    create: 'Create agent',
    created: (name: string) => `Created ${name}. Connect it to start working.`,
  },

  form: {
    label: 'Agent',
    subject: 'The agent',
    name: 'Name',
    namePlaceholder: 'Builder',
    role: 'Role',
    roleHint: 'Its purpose in one line.',
    rolePlaceholder: 'Builds and tests the web shop',
    instructions: 'Instructions',
    instructionsHint: 'The agent reads them when it starts.',
    skills: 'Skills',
    skillsHint: 'The agent reads them in this order.',
    memoryScope: 'Memory scope',
    model: 'Model',
    modelHint: 'Any text. Shown on the page of the agent.',
    dailyBudget: 'Daily call budget',
    dailyBudgetHint: 'Further calls are rejected until midnight UTC. Leave empty for no limit.',
    invalidBudget: 'Enter a whole number, or leave it empty.',
    publicSlug: 'Public URL name',
    publicSlugHint: 'Leave empty to keep the agent private.',
    publicUrlHint: (path: string) => `Anyone can view the agent at ${path}.`,
  },

  skillChooser: {
    selected: 'Selected skills',
    remove: (name: string) => `Remove ${name}`,
    add: 'Add a skill',
    empty: 'No skills yet',
  },

  frame: {
    loading: 'agent',
    allAgents: 'All agents',
    publicPage: 'Public page',
    connect: 'Connect',
    paused: (name: string) => `Paused by ${name}`,
    pages: (name: string) => `Pages of ${name}`,
    overview: 'Overview',
    memory: 'Memory',
    activity: 'Activity',
    sessions: 'Sessions',
    settings: 'Settings',
  },

  overview: {
    instructions: 'Instructions',
    noInstructions: 'No instructions yet.',
    skills: 'Skills',
    noSkills: 'No skills yet.',
    owner: 'Owner',
    organization: 'Organization',
    model: 'Model',
    noModel: 'Not specified',
    memoryScope: 'Memory scope',
    lastSeen: 'Last seen',
    created: 'Created',
  },

  currentWork: {
    title: 'Current work',
    empty: (name: string) => `No current work. Assign a task to ${name}.`,
    session: 'Session',
    /** A time follows. */
    lastActive: 'last active',
    claimed: 'Claimed',
  },

  throughput: {
    title: 'Throughput',
    noun: 'throughput',
    weekOf: 'Week of',
    completed: 'Completed tasks',
    tasks: 'Tasks',
    noTasks: (name: string) => `No tasks completed in the last 8 weeks. Assign a task to ${name}.`,
    calls: 'Calls that changed something',
    callsAxis: 'Calls',
    noCalls: (name: string) => `No changes in the last 8 weeks. Connect ${name} with a token.`,
  },

  recentMemory: { title: 'Recent memory', empty: 'No entries yet.' },

  budget: {
    title: 'Budget',
    titleToday: 'Budget today',
    unlimited: 'Unlimited calls.',
    used: (used: number, budget: number) => `${used} of ${budget} calls`,
    usedUp: ' · used up until midnight UTC',
  },

  settings: {
    title: (name: string) => `Settings of ${name}`,
    save: 'Save agent',
    saved: 'Saved the agent.',
    deleteTitle: 'Delete agent',
    deleteText:
      'Its tokens stop working immediately, and its claimed tasks are released. You can restore it within 30 days.',
    delete: (name: string) => `Delete ${name}…`,
  },

  deleteDialog: {
    title: (name: string) => `Delete ${name}?`,
    memory: 'What should happen to its memory?',
    memoryOptions: {
      archive: { name: 'Archive its memory', text: 'Only searches that include archived entries find it.' },
      delete: { name: 'Delete its memory', text: 'Permanent, even if you restore the agent.' },
    },
    delete: 'Delete agent',
    deleted: (name: string) => `Deleted ${name}.`,
    restored: (name: string) => `Restored ${name}.`,
  },

  publicPage: { noun: 'agent', instructions: 'Instructions', skills: 'Skills' },
}
