/** Texts of the passkeys in the sign-in settings. */
export const texts = {
  passkeysSection: {
    title: 'Passkeys',
    intro: 'Sign in with the fingerprint, face or PIN of your device instead of a password.',
    add: 'Add a passkey',
    loading: 'passkeys',
    empty: 'No passkeys yet. Add one on each device you use.',
    notPossible: (origin: string) => `Passkeys need a host name with HTTPS. This page is at ${origin}.`,
    removed: (name: string) => `Removed “${name}”.`,
    confirm: {
      title: (name: string) => `Remove “${name}”?`,
      consequence: "You can't sign in with it any more. Your device may offer it until you delete it there.",
      action: 'Remove',
    },
  },
  passkeyRow: {
    synced: 'Synced',
    added: 'added',
    used: 'used',
    neverUsed: 'never used',
    rename: 'Rename',
    renameLabel: (name: string) => `Rename ${name}`,
    remove: 'Remove',
    removeLabel: (name: string) => `Remove ${name}`,
    name: 'Passkey name',
    save: 'Save',
  },
  addPasskey: {
    notAdded: 'No passkey was added. Try again, and follow the steps on your device.',
    alreadyAdded: 'This device already has a passkey for your account.',
    wrongUrl: "Passkeys don't work at this URL. Open Baton at the URL that its operator configured.",
  },
}
