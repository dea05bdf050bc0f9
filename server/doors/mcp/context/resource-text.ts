import type { z } from 'zod'
import type { Who } from '../../../domains/activity/actor.ts'

const longestTitle = 120

/** What a resource shows. */
export interface Shown {
  /** By which the journal names it. */
  id: string
  /** Its address, by the name that people use. */
  uri: string
  title: string
  lastModified: string
  mimeType: 'text/markdown' | 'application/json'
  text: string
}

/** What people called a thing, as one line that fits into a list. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length > longestTitle ? `${characters.slice(0, longestTitle - 1).join('')}…` : line
}

/** A document as it was written, with what is known about it in front, as data: each value is JSON, on one line. */
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
