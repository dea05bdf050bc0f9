import { z } from 'zod'

const most = 20

/** Words to find a thing by, as callers give them. */
export const tagsField = z
  .array(z.string().trim().min(1).max(60))
  .max(most)
  .describe(`Words to find it by, at most ${most}. "#Release Notes" becomes "release-notes".`)

/** A tag in a filter. */
export const tagField = z.string().trim().min(1).max(60)

/** One spelling for each, and each once. */
export function normalTags(tags: string[]): string[] {
  return [...new Set(tags.map(normalTag).filter((tag) => tag !== ''))]
}

export function normalTag(tag: string): string {
  return tag
    .normalize('NFC')
    .toLowerCase()
    .replace(/^#+/, '')
    .trim()
    .replace(/[\s,]+/g, '-')
}
