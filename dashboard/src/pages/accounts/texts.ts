/** Texts of the pages and dialogs for signing in and signing up. */
export const texts = {
  signInPage: {
    title: 'Sign in',
    welcome: (instance: string) => `Welcome back to ${instance}.`,
    forgotPassword: 'Forgot your password?',
    signIn: 'Sign in',
    passkey: 'Use a passkey',
    sendCode: 'Send me a code',
    sendLink: 'Send me a link',
    newHere: 'New here?',
    createAccount: 'Create an account',
    notes: {
      device: 'Sign in to approve or deny the device.',
      mcpClient: 'Sign in to approve or deny the app.',
      invitation: 'Sign in to respond to the invitation.',
      verifyEmail: 'Sign in to the account whose email address you want to confirm.',
    },
  },
  providers: {
    continueWith: (provider: string) => `Continue with ${provider}`,
    or: 'or',
  },
  passkey: {
    notUsed: 'No passkey was used. Try again, or sign in another way.',
    wrongUrl:
      "Passkeys don't work at this URL. Open the URL your passkeys were created for, or sign in another way.",
  },
  addressField: { label: 'Email address' },
  passwordField: {
    label: 'Password',
    showPassword: 'Show password',
    show: 'Show',
    hide: 'Hide',
  },
  passwordRule: {
    longEnough: '✓ Long enough.',
    rule: (min: number) => `At least ${min} characters. A sentence is a good password.`,
    remaining: (min: number, left: number) =>
      `At least ${min} characters, ${left} to go. A sentence is a good password.`,
  },
  codePage: {
    title: 'Enter the code',
    sent: (email: string) => `If ${email} has an account, we sent a six-digit code.`,
    code: 'Code',
    validUntil: (time: string) => `Works once, until ${time}.`,
    signIn: 'Sign in',
    wrong: "This code doesn't work. Try again, or get a new one.",
    expired: 'This code has expired. Get a new one.',
  },
  linkPage: {
    sent: (email: string) => `If ${email} has an account, we sent a sign-in link.`,
    validity:
      'The link works once, for 15 minutes. When you open it in this browser, this page continues automatically.',
    title: 'Sign in',
    opened: 'You opened a sign-in link.',
    signIn: 'Sign in',
    expired: 'This link was already used or has expired. Request a new one.',
    back: 'Back to sign-in',
  },
  finishPage: {
    title: 'Signing in',
    wait: 'One moment…',
    failed: 'Sign-in failed',
    alreadyFinished: 'This sign-in was already completed. Start again.',
    back: 'Back to sign-in',
  },
  checkYourEmail: {
    title: 'Check your email',
    noEmail: 'No email? Check your spam folder.',
    signInAnotherWay: 'Sign in another way',
  },
  sendAgain: {
    sendAgain: 'Send again',
    sendAgainIn: (seconds: number) => `Send again in ${seconds} s`,
    sent: 'Sent again.',
  },
  secondFactorPage: {
    title: 'Second factor',
    intro: {
      totp: 'Enter the code from your authenticator app.',
      passkey: "Confirm with one of this account's passkeys.",
      recovery_code: 'Enter one of your saved recovery codes. Each works once.',
    },
    code: 'Code',
    recoveryCode: 'Recovery code',
    remember: "Don't ask again on this device for 30 days",
    signIn: 'Sign in',
    passkey: 'Use a passkey',
    otherMethods: {
      totp: 'Use the authenticator app',
      passkey: 'Use a passkey',
      recovery_code: 'Use a recovery code',
    },
    notYou: 'Not you?',
    startAgain: 'Start again',
    recoveryCodesLeft: (count: number) =>
      `You have ${count} recovery codes left. Create new ones in your settings.`,
  },
  signInAgain: {
    title: 'Sign in again to continue',
    reason:
      'This action requires that you signed in within the last hour. You return to this page, where you can try again.',
    cancel: 'Cancel',
    signInAgain: 'Sign in again',
    farewell: 'Sign in again to return to your page.',
  },
  signUpPage: {
    title: 'Create an account',
    intro: 'Run software projects together with people and AI agents.',
    name: 'Your name',
    emailHint: 'We send you a link to confirm it.',
    emailDomains: (domains: string) => `Use an email address at ${domains}.`,
    organization: 'Organization (optional)',
    organizationHint: 'Contains your projects. You can create one later.',
    createAccount: 'Create account',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
    setupLink: {
      title: 'Open the setup link',
      text: (instance: string) =>
        `${instance} has no administrator yet. On startup, the server prints a link to create that account.`,
    },
    invitationOnly: {
      title: 'Registration needs an invitation',
      text: (instance: string) =>
        `Ask a member of ${instance} to invite you, then open the link in the email.`,
    },
    closed: {
      title: 'Registration is closed',
      text: (instance: string) => `${instance} doesn't accept new accounts.`,
    },
    checkYourEmail: {
      title: 'Check your email',
      sent: (email: string) =>
        `We sent an email to ${email}. Open the link in it to confirm your address, then sign in with your password.`,
      noEmail: 'No email? Check your spam folder, or sign in and send it again.',
    },
  },
  forgotPasswordPage: {
    title: 'Forgot your password?',
    intro: 'Get a link to choose a new one.',
    noMail: "This instance doesn't send email yet. Its operator can find your link in the outbox folder.",
    sendLink: 'Send me a link',
    rememberIt: 'Remember it?',
    signIn: 'Sign in',
    sent: (email: string) => `If ${email} has an account, we sent a link to choose a new password.`,
    validity: 'The link works once, for 30 minutes.',
  },
  resetPasswordPage: {
    title: 'Choose a new password',
    consequence: 'This signs out every device and revokes all your API keys and MCP tokens.',
    newPassword: 'New password',
    changePassword: 'Change password',
    changed: 'Your password is changed. Sign in with the new one.',
    incomplete: {
      title: 'This link is incomplete',
      text: 'Open the link from your email again, or get a new one.',
    },
    getNewLink: 'Get a new link',
  },
  verifyEmailPage: {
    confirming: { title: 'Confirming your email address', text: 'One moment…' },
    confirmed: {
      title: 'Email address confirmed',
      text: (email: string) => `${email} belongs to your account.`,
      deadLink: 'The link you opened has expired or is for another account.',
    },
    otherAccount: {
      title: "This link doesn't work here",
      text: (email: string) =>
        `You're signed in as ${email}. A link works only for the account it was sent to.`,
      keepAccount: 'Keep this account',
    },
    switchAccount: 'Use another account',
    unconfirmed: {
      title: 'Confirm your email address',
      text: (email: string) => `Open the latest link that we sent to ${email}. It works for 24 hours.`,
    },
    setUpOrganization: 'Set up your organization',
    continue: 'Continue',
  },
  devicePage: {
    title: 'Sign in a device',
    enterCode: 'Enter the code shown on your device.',
    compareCode: 'Check that your device shows exactly this code.',
    code: 'Code',
    continue: 'Continue',
    unknownCode: 'This code is unknown or expired. Check each character, or start again on the device.',
    approved: {
      title: 'Device signed in',
      text: 'It continues automatically in a few seconds. You can close this window.',
    },
    denied: { title: 'Device denied', text: "It isn't signed in. You can close this window." },
  },
  deviceDecision: {
    title: 'Sign in this device?',
    consequence: 'It can do everything you can.',
    code: 'Code',
    app: 'App',
    device: 'Device',
    network: 'Network',
    requested: 'Requested',
    account: 'Account',
    warning:
      'Approve only a request you just started yourself. If someone sent you this code, deny it: they would get access to your account.',
    expired: 'This code has expired. Start again on the device.',
    enterAnotherCode: 'Enter another code',
    deny: 'Deny',
    approve: 'Approve',
  },
  toProjects: 'Go to your projects',
}
