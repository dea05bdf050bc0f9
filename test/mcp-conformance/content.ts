import type { CallToolResult } from '@modelcontextprotocol/server'

/** An image of one pixel and an empty sound. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
export const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

export const image = { type: 'image', data: png, mimeType: 'image/png' } as const

export function textContent(text: string) {
  return { type: 'text', text } as const
}

export function textOf(text: string): CallToolResult {
  return { content: [textContent(text)] }
}

export function embedded(uri: string, mimeType: string, text: string) {
  return { type: 'resource', resource: { uri, mimeType, text } } as const
}
