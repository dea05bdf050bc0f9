/** Texts that several folders use. */
export const texts = {
  oneMoment: 'One moment…',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  noMailServer:
    'This instance has no mail server. Its operator can find the email in the outbox of the data folder.',
}
