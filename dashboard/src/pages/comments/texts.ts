/** Texts of the comments on tasks, features and decisions. */
export const texts = {
  onBehalfOf: (name: string) => `for ${name}`,
  edited: ', edited',
  cancel: 'Cancel',
  placeholder: (label: string) => `${label}. Press Ctrl+Enter to send.`,
}
