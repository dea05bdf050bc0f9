/** Texts of the settings that the shell uses. In their own file, because every page loads it. */
export const shellTexts = {
  settingsFrame: {
    navigation: 'Settings',
    you: 'You',
    organization: 'Organization',
    instance: 'Instance',
    administration: 'Administration',
  },
  loadingProfile: 'your account',
  erasureCancelled: "Your account won't be erased. Revoked keys and tokens stay revoked.",
}
