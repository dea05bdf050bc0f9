/** Every member reads them, so none holds the address: their data are the role and the id of the team. */
export const invitationEvents = {
  'invitation.sent': 'Somebody was invited to join the organization.',
  'invitation.resent': 'An invitation was mailed again, with a new link.',
  'invitation.revoked': 'An invitation was taken back.',
  'invitation.accepted': 'An invitation was accepted.',
  'invitation.declined': 'An invitation was declined.',
} as const
