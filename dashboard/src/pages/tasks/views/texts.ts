/** Texts of saved views. */
export const texts = {
  viewsMenu: {
    label: 'Views',
    current: (view: string) => `Views: ${view}`,
    yours: 'Your views',
    shared: 'Shared views',
    save: 'Save as view',
    manage: 'Manage views',
  },

  saveView: {
    title: 'Save view',
    name: 'Name',
    nameHint: 'The view includes the filters, order, grouping, display options and layout.',
    share: 'Share with everyone who can see this project',
    save: 'Save',
    saved: (name: string) => `Saved view “${name}”.`,
  },

  manageViews: {
    title: 'Manage views',
    empty: 'No views yet.',
    name: (name: string) => `Name of ${name}`,
    share: (name: string) => `Share ${name}`,
    shared: 'Shared',
    delete: (name: string) => `Delete view ${name}`,
    done: 'Done',
  },

  viewChanges: {
    updateFailed: "Couldn't update the view.",
    deleted: (name: string) => `Deleted view “${name}”.`,
    deleteFailed: (name: string) => `Couldn't delete view “${name}”.`,
    restored: (name: string) => `Restored view “${name}”.`,
  },
}
