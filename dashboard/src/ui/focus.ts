/** As the `ref` of a form that has just been opened: one can write at once. */
export function focusFirst(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('input:not([hidden]), textarea, select')?.focus()
}
