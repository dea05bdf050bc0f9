import { formatNumber } from './format-number.ts'

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

/** Formats a size with the largest unit of which it has at least one. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte'
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${formatNumber(bytes / 1024 ** power)} ${units[power]}`
}
