import { formatNumber } from './format-number.ts'

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** Formats a size in bytes in the reader's locale, such as "1.5 MiB". */
export function formatSize(bytes: number): string {
  let power = 0
  while (bytes >= 1024 && power < units.length - 1) {
    bytes /= 1024
    power++
  }
  return `${formatNumber(bytes)} ${units[power]}`
}
