/** A `ref` that focuses the first field of a form when it opens. */
export function focusFirst(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('input:not([hidden]), textarea, select')?.focus()
}

/** A `ref` that focuses a text field when it opens, with the caret at the end. */
export function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
