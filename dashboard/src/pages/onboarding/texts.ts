/** Texts of the steps that set up a new account. */
export const texts = {
  onboardingPage: {
    title: 'Set up',
    heading: 'Set up Baton',
    steps: 'Setup steps',
    stepNames: ['Your organization', 'Invite people', 'Your first agent'],
  },
  organizationStep: {
    title: 'Your organization',
    intro: 'An organization contains your projects, people and agents. You can change all of this later.',
    name: 'Organization name',
    slug: 'Slug',
    slugHint: 'Used by the API and the CLI. Lowercase letters, digits and hyphens.',
    team: 'First team (optional)',
    teamHint: "A group that works together, such as product, design or a customer's project.",
  },
  peopleStep: {
    title: 'Invite people',
    intro: 'Invite people by email. Each link works for 7 days.',
    introWithTeam: (team: string) => `Invite people to ${team} by email. Each link works for 7 days.`,
    invited: (emails: string) => `Already invited: ${emails}.`,
    email: (row: number) => `Email address ${row}`,
    emailPlaceholder: 'name@example.com',
    role: (row: number) => `Role ${row}`,
    addRow: 'Add another',
    invite: 'Invite',
  },
  connectStep: {
    title: 'Your first agent',
    intro:
      'An agent connects to Baton over MCP. It works under its own name, on your behalf, and sees what you see.',
    tokenCreated: (name: string) =>
      `You created a token for ${name}. If you didn't save its value, create another one.`,
    finish: 'Finish',
  },
  continue: 'Continue',
  skip: 'Skip',
  back: 'Back',
  allDone: {
    title: "You're ready",
    text: 'Create a project, or ask your agent: “Create a project called Web shop and plan the checkout as tasks.”',
    projects: 'Go to your projects',
    connectAnother: 'Connect another agent',
  },
}
