/** Texts that several folders use. */
export const texts = {
  details: 'Details',
  oneMoment: 'One moment…',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  unknownError: "That didn't work. Try again.",
  impersonationEnded: 'The impersonation has ended. You are back in your own account.',
  theProvider: 'The provider',
  preferenceNotSaved: "Your choice wasn't saved.",
  noMailServer:
    'This instance has no mail server. Its operator can find the email in the outbox of the data folder.',
}
