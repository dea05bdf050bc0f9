import { locale } from './locale.ts'

/** Formats a number in the reader's locale. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale.get(), { maximumFractionDigits: 1 }).format(value)
}
