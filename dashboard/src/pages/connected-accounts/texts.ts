/** Texts of the connected accounts in the sign-in settings. */
export const texts = {
  title: 'Connected accounts',
  intro: 'Sign in with an account at another provider. Baton only receives your name and email address.',
  loading: 'connected accounts',
  empty: 'This instance has no providers. Its operator can set up GitHub, Google and GitLab.',
  connected: 'Connected',
  notConnected: 'Not connected',
  connectedAt: 'connected',
  used: 'used',
  connect: 'Connect',
  connectLabel: (provider: string) => `Connect ${provider}`,
  nowConnected: (provider: string) => `${provider} is connected. You can now sign in with it.`,
  disconnect: 'Disconnect',
  disconnectLabel: (provider: string) => `Disconnect ${provider}`,
  disconnectTitle: (provider: string) => `Disconnect ${provider}?`,
  disconnectConsequence: "You can't sign in with it until you connect it again.",
  disconnected: (provider: string) => `Disconnected ${provider}.`,
}
