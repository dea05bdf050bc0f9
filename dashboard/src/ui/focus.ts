/** As the `ref` of a form that has just been opened: one can write at once. */
export function focusFirst(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('input:not([hidden]), textarea, select')?.focus()
}

/** As the `ref` of a text that has just been opened: one writes on where it ends. */
export function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
