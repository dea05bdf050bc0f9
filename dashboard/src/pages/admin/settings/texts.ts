/** Texts of the settings of the instance. */
export const texts = {
  page: {
    title: 'Settings',
    intro: 'Settings of this instance. Changes apply on every node immediately.',
    noun: 'settings',
    save: 'Save',
    saved: (group: string) => `${group} saved.`,
    unchanged: 'Nothing changed.',
    fixed: (variable: string) => `The environment variable ${variable} sets this value. Change it there.`,
    publicHint: 'Public',
    listHint: 'One per line.',
  },
  groups: {
    general: 'General',
    sign_in: 'Sign-in',
    legal: 'Legal links',
    features: 'Features',
    limits: 'Limits',
  },
  testEmail: {
    title: 'Test email',
    text: 'Sends an email now and shows the exact response of the email server.',
    to: 'Recipient',
    toHint: 'Leave empty to use your own email address.',
    send: 'Send test email',
    sent: (to: string) => `The email server accepted the email to ${to}.`,
    notSent: (to: string) => `The email to ${to} was not sent.`,
    server: 'Email server',
    noServer: 'None, SMTP_URL is not set',
    from: 'Sender',
    response: 'Response',
  },
}
