export const texts = {
  title: 'Attachments',
  delete: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `Deleted ${name}.`,
  confirm: (name: string) => ({
    title: `Delete ${name}?`,
    text: "Texts that show or link to this file will lose it. You can't undo this.",
    action: 'Delete',
  }),
}
