/** How a mail about something comes. */
export const mailChoices = ['never', 'at_once', 'digest'] as const
export type EmailChoice = (typeof mailChoices)[number]

export interface KindChoice {
  inApp: boolean
  mail: EmailChoice
}

/** What people are told of, each with what is so until they choose otherwise. */
export const kinds = {
  assigned: { title: 'A task is assigned to you', inApp: true, mail: 'at_once' },
  mentioned: { title: 'Somebody mentions you', inApp: true, mail: 'at_once' },
  review_requested: { title: 'A feature waits for your review', inApp: true, mail: 'at_once' },
  changes_requested: { title: 'Changes to your feature are requested', inApp: true, mail: 'at_once' },
  unblocked: { title: 'A task of yours can be begun', inApp: true, mail: 'never' },
  // The invitation itself is mailed already.
  invited: { title: 'You are invited to an organization', inApp: true, mail: 'never' },
  session_ended: { title: 'A session of an agent of yours ended or was paused', inApp: true, mail: 'never' },
  // Nothing tells of these two yet.
  tunnel_state: { title: 'A tunnel of yours opened or closed', inApp: true, mail: 'never' },
  security: { title: 'Something about your account changed', inApp: true, mail: 'at_once' },
  announcement: { title: 'An administrator has something to say', inApp: true, mail: 'never' },
} as const satisfies Record<string, KindChoice & { title: string }>

export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as [Kind, ...Kind[]]
