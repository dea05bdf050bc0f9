/** Texts of the list of sessions, and of the page and dialogs of one session. */
export const texts = {
  sessionsPage: {
    title: 'Sessions',
    text: 'A session stores the context, goals and progress of an agent, so that the work can resume anywhere.',
    noun: 'sessions',
    more: 'Show older sessions',
    empty: {
      title: 'No sessions yet',
      text: 'Agents start a session with create_session, save progress in it, and continue with resume_session.',
    },
    noMatches: { title: 'No matching sessions', text: 'Clear the filters to see all sessions.' },
  },

  filters: {
    status: 'Filter by status',
    allStatuses: 'All statuses',
    user: 'Filter by user',
    allUsers: 'All users',
    mine: 'Mine',
    agent: 'Filter by agent',
    allAgents: 'All agents',
    project: 'Filter by project',
    allProjects: 'All projects',
  },

  timeline: {
    since: (time: string) => `since ${time}`,
    agentFor: (agent: string, user: string) => `${agent} for ${user}`,
  },

  header: {
    title: 'Session title',
    resume: 'Resume…',
    pause: 'Pause…',
    end: 'End…',
    actions: 'Session actions',
    delete: 'Delete',
  },

  sessionPage: {
    loading: 'session',
    allSessions: 'All sessions',
    summary: 'Summary',
    context: 'Context',
    contextHint: 'Information needed to resume the work.',
    noContext: 'No context saved.',
    learnings: 'Learnings',
    noLearnings: 'No learnings yet. They are saved when the session ends.',
    checkpoints: 'Checkpoints',
    timeline: 'Timeline',
    timelineHint: 'The steps of the session in order. Play them, or step through them.',
    goals: 'Goals',
    noGoals: 'No goals set.',
  },

  replay: {
    label: 'Steps',
    noun: 'steps',
    empty: 'No steps yet.',
    newest: (count: number) => `Only the newest ${count} steps are shown.`,
    controls: 'Replay',
    previous: 'Previous step',
    next: 'Next step',
    play: 'Play',
    pause: 'Pause',
    position: 'Position',
    step: (number: number, count: number) => `Step ${number} of ${count}`,
    goTo: (number: number) => `Go to step ${number}, `,
    seconds: (count: number) => `+${count} s`,
    minutes: (count: number) => `+${count} min`,
    hours: (count: number) => `+${count} h`,
  },

  checkpoints: {
    label: 'Checkpoints',
    empty: 'No checkpoints yet. Agents save their progress in checkpoints.',
    by: (name: string) => `by ${name}`,
    older: (count: number) => (count === 1 ? '1 older checkpoint' : `${count} older checkpoints`),
  },

  facts: {
    agent: 'Agent',
    onBehalfOf: 'On behalf of',
    user: 'User',
    project: 'Project',
    noProject: 'None (private to its owner)',
    started: 'Started',
    ended: 'Ended',
    lastActive: 'Last active',
    resumed: 'Resumed',
    times: (count: number) => (count === 0 ? 'Never' : count === 1 ? 'Once' : `${count} times`),
  },

  endDialog: {
    ended: { title: 'End the session?', action: 'End session' },
    paused: { title: 'Pause the session?', action: 'Pause session' },
    summary: 'Summary',
    learnings: 'Learnings (optional)',
    learningsHint: 'One per line. Each becomes a memory entry.',
  },

  resumeDialog: {
    title: 'Resume the session?',
    text: 'The session becomes active. You then see the context that an agent receives.',
    maxTokens: 'Token limit',
    maxTokensHint: 'Parts over the limit are listed with how to get them.',
    resume: 'Resume session',
    resumed: (title: string) => `Resumed ${title}`,
    resumedText: (tokens: number) => `Agents receive this context from resume_session (${tokens} tokens).`,
    copy: 'Copy context',
    done: 'Done',
  },

  restoredContext: {
    activeElsewhere: (name: string) => `${name} is also active in this session. Agree on who continues.`,
    goals: 'Goals',
    context: 'Context',
    checkpoint: 'Last checkpoint',
    tasks: 'Open tasks',
    claimed: 'Claimed',
    decisions: 'New decisions',
    memory: 'Relevant memory',
    changes: 'Recent changes',
    omitted: 'Omitted',
    omittedPart: (section: string, count: number, how: string) => `${section}: ${count} (${how})`,
  },

  changes: {
    updateFailed: "Couldn't change the session.",
    paused: (title: string) => `Paused ${title}.`,
    ended: (title: string) => `Ended ${title}.`,
    deleted: (title: string) => `Deleted ${title}.`,
    restored: (title: string) => `Restored ${title}.`,
  },
}
