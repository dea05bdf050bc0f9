const countTasks = (count: number) => (count === 1 ? '1 task' : `${count} tasks`)

/** Texts of the task list and its filters, and of the parts that list, board and panel share. */
export const texts = {
  properties: {
    status: 'Status',
    priority: 'Priority',
    type: 'Type',
    assignee: 'Assignee',
    agent: 'Agent',
    epic: 'Epic',
    story: 'Story',
    feature: 'Feature',
    estimate: 'Estimate',
    due: 'Due date',
    label: 'Label',
    labels: 'Labels',
  },
  unassigned: 'Unassigned',
  agent: (name: string) => `${name} (agent)`,
  /** Names one or two blockers. More of them, or hidden ones, are only counted. */
  blockedBy: ({ openBlockers, blockedBy }: { openBlockers: number; blockedBy: readonly string[] }) =>
    `Blocked by ${openBlockers === blockedBy.length && openBlockers <= 2 ? blockedBy.join(', ') : openBlockers}`,
  assignedTo: (name: string) => `Assigned to ${name}`,
  claimedBy: (name: string, until: string) => `Claimed by ${name} until ${until}`,
  points: (estimate: number) => `${estimate} pt`,
  due: 'Due',
  wasDue: 'Was due',

  quickAdd: {
    label: 'New task',
    placeholder: 'Add a task and press Enter',
    allProperties: 'Set all properties',
    shortcut: 'Set all properties (C)',
  },

  filterBar: {
    search: 'Search tasks',
    sort: 'Sort',
    statusCounts: 'Tasks by status',
    clear: 'Clear filters',
  },

  grouping: {
    label: 'Group by',
    none: 'No grouping',
    missing: {
      assignee: 'Unassigned',
      agent: 'No agent',
      label: 'No label',
      epic: 'No epic',
      feature: 'No feature',
    },
  },

  displayMenu: {
    button: 'Display',
    label: 'Display options',
    show: 'Show in each row',
    key: 'Number',
    creator: 'Creating agent',
  },

  filterMenu: {
    label: 'Filter tasks',
    chooseEpic: 'Choose an epic first',
    me: 'Me',
    blocked: 'Blocked',
    claimed: 'Claimed',
    yes: 'Yes',
    no: 'No',
  },

  filterChips: {
    search: (text: string) => `“${text}”`,
    property: (name: string, value: string) => `${name}: ${value}`,
    blocked: 'Blocked',
    notBlocked: 'Not blocked',
    claimed: 'Claimed',
    unclaimed: 'Unclaimed',
  },

  taskList: {
    label: 'Tasks',
    noun: 'tasks',
    more: 'Loading more tasks…',
    retry: 'Retry',
    help: 'Press J and K to move, X to select, Enter to open, and ? for all shortcuts.',
    noMatches: { title: 'No matching tasks', text: 'Clear the filters to see all tasks.' },
    empty: {
      title: 'No tasks yet',
      text: 'Add the first task in the field above, or connect an agent that adds tasks.',
      connect: 'Connect an agent',
    },
    emptyForViewers: { title: 'No tasks yet', text: 'Tasks that members and agents add appear here.' },
  },

  taskRow: {
    select: (key: string) => `Select ${key}`,
    priority: (key: string) => `Priority of ${key}`,
    status: (key: string) => `Status of ${key}`,
    assignee: (key: string) => `Assignee of ${key}`,
    current: (label: string, value: string) => `${label}: ${value}`,
    createdBy: (name: string) => `by ${name}`,
  },

  bulkBar: {
    label: 'Selected tasks',
    selected: (count: number) => `${count} selected`,
    full: (max: number) => `${max} selected, the maximum`,
    selectAll: (count: number) => `Select all ${count}`,
    selectMatching: (count: string) => `Select all ${count} tasks that match`,
    matching: (count: string) => `All ${count} matching tasks selected`,
    more: 'More actions',
    delete: 'Delete…',
    clear: 'Clear selection',
  },

  deleteTasks: (count: number) => ({
    title: `Delete ${countTasks(count)}?`,
    text: 'They stay in the trash for 30 days.',
    action: 'Delete',
  }),

  picker: {
    set: (property: string) => `Set ${property.toLowerCase()}`,
    addLabel: 'Add label',
    filter: (label: string) => `${label}…`,
    createLabel: (label: string) => `Create “${label}”`,
  },

  copy: {
    links: (count: number) => (count === 1 ? 'Copied the link.' : `Copied ${count} links.`),
    failed: "Couldn't copy. Your browser allows this only over HTTPS.",
  },

  taskMenu: {
    name: (keys: string) => `Actions for ${keys}`,
    tasks: countTasks,
    open: 'Open',
    copyLink: 'Copy link',
    select: 'Select',
    deselect: 'Deselect',
    status: 'Set status…',
    assignee: 'Set assignee…',
    priority: 'Set priority…',
    label: 'Add label…',
    delete: 'Delete',
  },

  bulkChanges: {
    moved: (count: number, status: string) => `Moved ${countTasks(count)} to ${status}.`,
    prioritized: (count: number, priority: string) =>
      `Set ${countTasks(count)} to ${priority.toLowerCase()}.`,
    assigned: (count: number, name: string) => `Assigned ${countTasks(count)} to ${name}.`,
    unassigned: (count: number) => `Unassigned ${countTasks(count)}.`,
    labeled: (count: number, label: string) => `Added label “${label}” to ${countTasks(count)}.`,
    unlabeled: (count: number, label: string) => `Removed label “${label}” from ${countTasks(count)}.`,
    reverted: (count: number) => `Reverted ${countTasks(count)}.`,
    updateFailed: (count: number) => `Couldn't update ${countTasks(count)}.`,
    deleted: (count: number) => `Deleted ${countTasks(count)}.`,
    deleteFailed: (count: number) => `Couldn't delete ${countTasks(count)}.`,
    restored: (count: number) => `Restored ${countTasks(count)}.`,
  },

  taskChanges: {
    addFailed: (title: string) => `Couldn't add “${title}”.`,
    updateFailed: (key: string) => `Couldn't update ${key}.`,
    reverted: (key: string) => `Reverted ${key}.`,
    unblocked: (keys: string) => `Unblocked ${keys}.`,
    completeFailed: (key: string) => `Couldn't complete ${key}.`,
    completeAnyway: 'Complete anyway',
    continueAnyway: 'Continue anyway',
    released: (key: string) => `Released ${key}.`,
    releaseFailed: (key: string) => `Couldn't release ${key}.`,
    deleted: (key: string) => `Deleted ${key}.`,
    deleteFailed: (key: string) => `Couldn't delete ${key}.`,
    restored: (key: string) => `Restored ${key}.`,
    restoreFailed: (key: string) => `Couldn't restore ${key}.`,
  },

  editableText: {
    conflict: 'Someone changed this text while you were editing.',
  },

  editableMarkdown: {
    edit: (label: string) => `Edit ${label.toLowerCase()}`,
    ticked: 'Changed the checklist.',
  },
}
