/** Texts of the public contact form. */
export const texts = {
  page: {
    title: 'Contact',
    intro: (instance: string) => `Send a message to the team behind ${instance}.`,
    off: { title: 'No contact form', text: 'The contact form of this instance is turned off.' },
    name: 'Name',
    email: 'Email address',
    subject: 'Subject',
    message: 'Message',
    website: 'Leave this field empty',
    send: 'Send message',
    sent: { title: 'Message sent', text: 'Thank you. We reply by email.' },
  },
}
