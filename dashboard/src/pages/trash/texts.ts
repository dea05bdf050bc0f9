/** Texts of the trash. */
export const texts = {
  trashPage: {
    title: 'Trash',
    text: 'Deleted items that you can restore. They are deleted permanently after 30 days.',
    projectTitle: (project: string) => `Trash of ${project}`,
  },

  trashList: {
    label: 'Trash',
    noun: 'deleted items',
    kindFilter: { label: 'Item type', all: 'All types' },
    empty: { title: 'Trash is empty', text: 'You can restore deleted items from here for 30 days.' },
    noMatches: {
      title: 'No matching items',
      text: 'No items of this type were deleted in the last 30 days.',
    },
    columns: {
      item: 'Item',
      project: 'Project',
      deleted: 'Deleted',
      keptUntil: 'Kept until',
      restore: 'Restore',
    },
    deletedBy: (name: string) => ` by ${name}`,
    onBehalfOf: (name: string) => ` for ${name}`,
    children: (count: number) => `, with ${count === 1 ? '1 item' : `${count} items`} below it`,
    restore: 'Restore',
    restoreItem: (title: string) => `Restore ${title}`,
  },

  restore: {
    quoted: (title: string) => `“${title}”`,
    restored: (item: string, children: number) => {
      if (children === 0) return `Restored ${item}.`
      return `Restored ${item} and ${children === 1 ? '1 more item' : `${children} more items`}.`
    },
  },
}
