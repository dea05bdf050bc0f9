const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Texts of Home and of My tasks. */
export const texts = {
  homePage: { title: 'Home', noun: 'Home' },

  needsYou: {
    title: 'Needs you',
    empty: 'Nothing needs you. Questions, reviews, mentions, invitations and overdue tasks appear here.',
    review: (key: string, title: string) => `Review ${key} ${title}`,
    reviewAt: (gate: string) => `Waiting for approval at ${gate}`,
    openReview: 'Open review',
    openReviewOf: (key: string) => `Open review of ${key}`,
    moreOverdue: (count: number) => counted(count, 'more overdue task', 'more overdue tasks'),
  },

  myTasks: {
    title: 'My tasks',
    all: (count: number) => `All ${counted(count, 'task', 'tasks')}`,
    empty: 'No open tasks are assigned to you.',
    noOthers: 'No other open tasks are assigned to you.',
  },

  ownTask: { status: (key: string) => `Status of ${key}` },

  sinceLastVisit: {
    title: 'Since you were last here',
    firstTitle: 'Last 14 days',
    empty: 'Actions of other members and of agents appear here.',
    truncated: 'Older activity is left out.',
    all: 'All activity',
    organization: 'Organization',
    more: (count: number) => counted(count, 'more event', 'more events'),
    show: (actor: string) => `Show the events of ${actor}`,
    list: (parts: string[]) =>
      parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`,
    others: (count: number) => counted(count, 'other change', 'other changes'),
  },

  firstSteps: {
    title: 'Three steps to your first agent',
    done: 'Done: ',
    project: {
      title: 'Create a project',
      text: 'A project holds the tasks, features and knowledge of one product.',
      action: 'Create project',
    },
    agent: {
      title: 'Connect an agent',
      text: 'Add Baton to Claude Code, Codex, Cursor or another MCP client.',
      action: 'Connect an agent',
    },
    work: {
      title: 'Paste the first prompt',
      text: 'Send this prompt to your agent. The step is done when it creates or claims a task.',
      copy: 'Copy the first prompt',
    },
  },

  myTasksPage: {
    title: 'My tasks',
    noun: 'tasks',
    groupBy: 'Group by',
    groupings: { status: 'Status', project: 'Project', due: 'Due date' },
    dueGroups: { overdue: 'Overdue', week: 'Next 7 days', later: 'Later', none: 'No due date' } as Record<
      string,
      string
    >,
    more: 'Show more tasks',
    empty: {
      title: 'No open tasks',
      text: 'Tasks that are assigned to you in any project appear here.',
      projects: 'Open projects',
    },
  },

  openTask: { noun: 'the task' },

  /** Nouns of grouped activity, by the kind of the subject. */
  nouns: {
    activity: ['entry', 'entries'],
    agent: ['agent', 'agents'],
    comment: ['comment', 'comments'],
    decision: ['decision', 'decisions'],
    epic: ['epic', 'epics'],
    evidence: ['piece of evidence', 'pieces of evidence'],
    feature: ['feature', 'features'],
    member: ['member', 'members'],
    memory: ['memory entry', 'memory entries'],
    note: ['note', 'notes'],
    project: ['project', 'projects'],
    repo: ['repository', 'repositories'],
    review: ['review', 'reviews'],
    session: ['session', 'sessions'],
    skill: ['skill', 'skills'],
    spec: ['spec', 'specs'],
    story: ['story', 'stories'],
    task: ['task', 'tasks'],
  } as Record<string, [one: string, many: string]>,

  /** Verbs of grouped activity by event type, or by the last part of the type. Other verbs are used as they are. */
  verbs: {
    'comment.created': 'wrote',
    'feature.completed': 'finished',
    'feature.overridden': 'overrode a gate of',
    'session.created': 'started',
    'memory.updated': 'changed',
    discussed: 'discussed',
    purged: 'permanently deleted',
    unshared: 'stopped sharing',
    updated: 'changed',
  } as Record<string, string>,

  /** Grouped activity that has no object. */
  phrases: {
    'member.joined': 'joined the organization',
    'member.left': 'left the organization',
    'member.updated': 'changed roles of members',
    'memory.cleared': 'cleared memory',
  } as Record<string, string>,

  counted,
}
