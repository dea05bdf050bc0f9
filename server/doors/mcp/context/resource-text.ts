import type { z } from 'zod'
import type { Who } from '../../../domains/activity/actor.ts'

const maxTitleLength = 120

/** The content of a resource. */
export interface ResourceContent {
  /** The id of the item in the journal. */
  id: string
  /** The URI, with the key or slug that people use. */
  uri: string
  title: string
  lastModified: string
  mimeType: 'text/markdown' | 'application/json'
  text: string
}

/** Shortens a title to one line for a list. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length > maxTitleLength ? `${characters.slice(0, maxTitleLength - 1).join('')}…` : line
}

/** Returns a document with its metadata as front matter. Each value is JSON on one line. */
export function markdown(about: Record<string, unknown>, content: string): string {
  const lines = Object.entries(about)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return ['---', ...lines, '---', '', content].join('\n')
}

export function nameOf({ name, onBehalfOf }: z.output<typeof Who>): string {
  return onBehalfOf ? `${name}, for ${onBehalfOf.name}` : name
}

export function uriOf(kind: string, ref: string): string {
  return `baton://${kind}/${encodeURIComponent(ref)}`
}
