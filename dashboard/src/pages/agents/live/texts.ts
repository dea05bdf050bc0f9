/** Texts of the live area of agents, and of its compact form on the home page. */
export const texts = {
  page: {
    title: 'Live agents',
    text: 'The agents at work now, with their steps as they happen.',
    noun: 'agents',
    working: 'At work',
    others: (count: number) => `Not at work (${count})`,
    empty: {
      title: 'No agents at work',
      text: 'Agents appear here when they claim a task, start a session or call a tool.',
    },
    connect: 'Connect an agent',
  },

  lane: {
    label: (name: string) => `Lane of ${name}`,
    noTask: 'No claimed task',
    more: (count: number) => (count === 1 ? 'and 1 more task' : `and ${count} more tasks`),
    session: 'Session',
    /** A time follows. */
    started: 'started',
    lastCall: 'Last call',
    never: 'Never called',
    steps: (name: string) => `Steps of ${name}`,
    noSteps: 'No visible steps yet.',
    budget: (used: number, budget: number) => `${used} of ${budget} calls today`,
    rejected: (count: number) => (count === 1 ? '1 rejected call today' : `${count} rejected calls today`),
    lastError: (code: string) => `last: ${code.replaceAll('_', ' ')}`,
    paused: (name: string) => `Paused by ${name}`,
    pausedBadge: 'Paused',
  },

  lease: {
    left: (clock: string) => `${clock} left`,
    label: (clock: string) => `Lease: ${clock} left`,
    expired: 'Lease expired',
  },

  actions: {
    label: (name: string) => `Actions for ${name}`,
    message: 'Message',
    pause: 'Pause',
    resume: 'Resume',
    takeOver: 'Take over',
    release: 'Release',
    stop: 'Stop',
  },

  message: {
    title: (name: string) => `Message ${name}`,
    field: 'Message',
    hint: (task: string) => `Added to ${task} as a comment. The agent reads it in its inbox.`,
    submit: 'Send',
    sent: (name: string) => `Sent your message to ${name}.`,
  },

  takeOver: {
    title: (task: string, name: string) => `Take over ${task} from ${name}?`,
    text: (name: string) => `The task is assigned to you, and the claim of ${name} ends.`,
    action: 'Take over',
    done: (task: string) => `${task} is assigned to you.`,
  },

  stop: {
    title: (name: string) => `Stop ${name}?`,
    text: 'Its tokens are revoked, its sessions end and its open tasks are unassigned. It needs a new token to work again.',
    action: 'Stop agent',
    done: (name: string) => `Stopped ${name}.`,
  },

  done: {
    paused: (name: string) => `Paused ${name}.`,
    resumed: (name: string) => `Resumed ${name}.`,
    released: (task: string) => `Released ${task}.`,
  },

  now: {
    label: 'Agents now',
    empty: 'No agents at work. A connected agent appears here as soon as it makes a call.',
    all: 'Watch live',
  },
}
