export const mailChoices = ['never', 'at_once', 'digest'] as const
export type EmailChoice = (typeof mailChoices)[number]

export interface KindChoice {
  inApp: boolean
  mail: EmailChoice
}

/** Kinds of notifications with their default preferences. */
export const kinds = {
  assigned: { title: 'A task is assigned to you', inApp: true, mail: 'at_once' },
  mentioned: { title: 'Someone mentions you', inApp: true, mail: 'at_once' },
  review_requested: { title: 'A feature needs your review', inApp: true, mail: 'at_once' },
  changes_requested: { title: 'A reviewer requests changes to your feature', inApp: true, mail: 'at_once' },
  gate_reopened: { title: 'A passed gate of your feature is open again', inApp: true, mail: 'at_once' },
  question_asked: { title: 'An agent asks you a question', inApp: true, mail: 'at_once' },
  unblocked: { title: 'One of your tasks is unblocked', inApp: true, mail: 'never' },
  watched: { title: 'A task you watch gets a comment or a new status', inApp: true, mail: 'never' },
  conflict: { title: 'A change of yours loses to a concurrent one', inApp: true, mail: 'at_once' },
  // The invitation has its own email.
  invited: { title: 'You are invited to an organization', inApp: true, mail: 'never' },
  session_ended: { title: 'A session of your agent ended or was paused', inApp: true, mail: 'never' },
  issue_updated: { title: 'An issue you reported or handle has an update', inApp: true, mail: 'at_once' },
  marketplace: {
    title: 'An administrator removes or restores an item you published',
    inApp: true,
    mail: 'at_once',
  },
  post_moderated: {
    title: 'An administrator changes your community post, or a post is reported to you',
    inApp: true,
    mail: 'at_once',
  },
  tunnel_asked: { title: 'A run on your machine waits for your consent', inApp: true, mail: 'at_once' },
  tunnel_state: { title: 'An admin revokes one of your machines', inApp: true, mail: 'never' },
  security: { title: 'Something about your account changed', inApp: true, mail: 'at_once' },
  announcement: { title: 'An administrator sends an announcement', inApp: true, mail: 'at_once' },
} as const satisfies Record<string, KindChoice & { title: string }>

export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as [Kind, ...Kind[]]
