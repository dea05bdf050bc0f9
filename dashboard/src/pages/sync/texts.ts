/** Texts of the devices that sync, and of export and import. */
export const texts = {
  title: 'Sync',
  intro: 'Work offline in a folder of files. Baton merges the changes of all your devices.',
  loading: 'synced devices',
  devices: {
    title: 'Synced devices',
    text: 'Only you see your devices. Select a name to change it.',
    name: (device: string) => `Name of ${device}`,
    seen: 'seen',
    pushed: 'pushed',
    pulled: 'pulled',
    never: 'never synced here',
    upToDate: 'Up to date',
    behind: (changes: string, isOne: boolean, since: string | null) =>
      `${changes} ${isOne ? 'change' : 'changes'} behind${since ? ` since ${since}` : ''}`,
    atLeast: (changes: string) => `At least ${changes}`,
    renameFailed: "Couldn't rename the device.",
    revoke: 'Revoke',
    revokeLabel: (device: string) => `Revoke ${device}`,
    revoked: (device: string) => `Revoked ${device}.`,
  },
  revokeDialog: {
    title: (device: string) => `Revoke ${device}?`,
    consequence:
      'It can no longer push or pull, and is asked to delete its synced data. Its folders are removed from your workspaces. Changes that it has not pushed yet stay on the device.',
    revoke: 'Revoke',
  },
  empty: {
    title: 'No synced devices yet',
    hint: 'Run this on your machine. It signs you in and syncs a project with a folder of Markdown files.',
    copy: 'Copy commands',
    /** A project of the user comes first. This stands for it if there is none. */
    project: 'web-shop',
  },
  conflicts: {
    open: (count: number) => (count === 1 ? '1 open conflict' : `${count} open conflicts`),
    none: 'No open conflicts',
    detail: 'Values that lost to a concurrent change.',
    show: 'Show conflicts',
  },
  data: {
    title: 'Export and import',
    export: 'Export',
    exportDetail: 'One JSON file with all your projects, tasks and documents in this organization.',
    download: 'Download export',
    downloaded: 'Downloaded.',
    import: 'Import',
    importDetail: 'Adds the items of an export to this organization. A second import creates no duplicates.',
    choose: 'Choose file',
    uploading: 'Uploading the file',
    result: 'Import result',
    created: (count: string) => `${count} created`,
    existing: (count: string) => `${count} already imported`,
    refused: (count: string) => `${count} rejected`,
    refusedItem: (kind: string, id: string) => `${kind} ${id}`,
    moreRefused: (count: string) => `${count} more rejected items aren't shown.`,
  },
}
