import { z } from 'zod'

const maxTags = 20

/** Tags as callers send them. */
export const tagsField = z
  .array(z.string().trim().min(1).max(60))
  .max(maxTags)
  .describe(`Tags, at most ${maxTags}. "#Release Notes" becomes "release-notes".`)

/** A tag in a filter. */
export const tagField = z.string().trim().min(1).max(60)

/** Normalizes and deduplicates tags. */
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
