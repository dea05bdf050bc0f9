/** Texts of invitations: for the people who invite, and for those who are invited. */
export const texts = {
  offer: (inviter: string, organization: string, role: string, team: string | undefined) =>
    team === undefined
      ? `${inviter} invites you to join ${organization} as ${role}.`
      : `${inviter} invites you to join ${organization} as ${role}, in the team ${team}.`,
  joined: (organization: string) => `You joined ${organization}.`,
  continueLink: { projects: 'Go to your projects', signIn: 'Sign in' },
  invitationBanner: {
    label: 'Invitations',
    more: (count: number) => `And ${count} more`,
    dismiss: 'Not now',
  },
  invitationButtons: {
    join: 'Join',
    joinLabel: (organization: string) => `Join ${organization}`,
    decline: 'Decline',
    declineLabel: (organization: string) => `Decline to join ${organization}`,
    declined: (organization: string) => `You declined to join ${organization}.`,
  },
  declineDialog: {
    title: 'Decline the invitation?',
    consequence: (organization: string) =>
      `${organization} sees that you declined. To join later, you need a new invitation.`,
    decline: 'Decline',
  },
  invitationPage: {
    loading: 'Your invitation',
    welcome: (organization: string) => `Welcome to ${organization}`,
    incomplete: {
      title: 'This link is incomplete',
      text: 'Open the link from your email again, or sign in with the invited address.',
      signIn: 'Sign in',
    },
    brokenLink: "This link doesn't work",
    over: {
      accepted: {
        title: 'This invitation was accepted',
        text: (_inviter: string, organization: string) =>
          `The link was already used to join ${organization}. Each link works once.`,
      },
      declined: {
        title: 'This invitation was declined',
        text: (inviter: string, organization: string) =>
          `To join ${organization}, ask ${inviter} to invite you again.`,
      },
      revoked: {
        title: 'This invitation was revoked',
        text: (inviter: string, organization: string) =>
          `To join ${organization}, ask ${inviter} to invite you again.`,
      },
      expired: {
        title: 'This invitation has expired',
        text: (inviter: string, organization: string) =>
          `To join ${organization}, ask ${inviter} to send it again.`,
      },
    },
  },
  invitationForMe: {
    title: (organization: string) => `Join ${organization}`,
    join: 'Join',
    decline: 'Decline',
    signedInAs: (email: string) => `You're signed in as ${email}. You stay in your other organizations.`,
    declined: {
      title: 'Invitation declined',
      text: (organization: string) => `${organization} sees that you declined.`,
    },
  },
  invitationForAnotherAccount: {
    title: 'This invitation is for another address',
    text: (invited: string, inviter: string) =>
      `It was sent to ${invited}. Use an account with that address, or ask ${inviter} to invite yours.`,
    signedInAs: (email: string) => `You're signed in as ${email}.`,
    switchAccount: 'Use another account',
    keepAccount: 'Keep this account',
  },
  invitationSignUp: {
    title: (organization: string) => `Join ${organization}`,
    haveAccount: (email: string) => `Already have an account with ${email}?`,
    signIn: 'Sign in',
    name: 'Your name',
    emailHint: 'The invited address.',
    createAccount: 'Create account and join',
    dontWant: "Don't want to join?",
    decline: 'Decline the invitation',
  },
  ownInvitations: {
    title: 'Your invitations',
    empty: {
      title: 'No invitations',
      text: 'To see invitations to your email address, confirm the address or open the link in the email.',
    },
  },
  invitationsPage: {
    title: 'Invitations',
    loading: 'invitations',
    pending: {
      title: 'Pending invitations',
      intro: 'An invitation works once, and only for its address.',
      empty: {
        title: 'No pending invitations',
        text: 'Invite people by email address. They join with the link they receive.',
      },
    },
    past: {
      title: 'Past invitations',
      loading: 'past invitations',
      empty: 'Accepted, declined, revoked and expired invitations appear here.',
    },
  },
  invitationTable: {
    email: 'Email address',
    invitedBy: (inviter: string) => `Invited by ${inviter},`,
    role: 'Role',
    team: 'Team',
    status: 'Status',
    statuses: {
      pending: 'Pending',
      accepted: 'Accepted',
      declined: 'Declined',
      revoked: 'Revoked',
      expired: 'Expired',
    },
    expires: 'expires',
    actions: 'Actions',
    actionsFor: (email: string) => `Actions for ${email}`,
    resend: 'Resend',
    resent: (email: string) => `Resent to ${email}. The earlier link no longer works.`,
    revoke: 'Revoke…',
  },
  revokeDialog: {
    title: (email: string) => `Revoke the invitation for ${email}?`,
    consequence: "The link stops working immediately. They aren't notified.",
    revoke: 'Revoke',
    revoked: (email: string) => `Revoked the invitation for ${email}.`,
  },
  invite: 'Invite people',
  inviteDialog: {
    title: 'Invite people',
    emailHint: 'They join with the link in the email, which works only for this address.',
    role: 'Role',
    team: 'Team',
    optionalTeam: 'Team (optional)',
    noTeam: 'None',
    alsoOrganization: 'They also become members of the organization.',
    sent: (email: string) => `Invitation sent to ${email}.`,
    send: 'Send invitation',
    done: 'Done',
  },
}
