import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { png } from './content.ts'

export function addResources(server: McpServer): void {
  const add = (name: string, mimeType: string, content: { text: string } | { blob: string }) =>
    server.registerResource(name, `test://${name}`, { title: name, mimeType }, ({ href: uri }) => ({
      contents: [{ uri, mimeType, ...content }],
    }))
  add('static-text', 'text/plain', { text: 'This is the content of the static text resource.' })
  add('static-binary', 'image/png', { blob: png })
  add('watched-resource', 'text/plain', { text: 'Watched.' })
  const mimeType = 'application/json'
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { title: 'template', mimeType },
    ({ href: uri }, { id }) => ({
      contents: [
        {
          uri,
          mimeType,
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  )
  server.server.setRequestHandler('resources/subscribe', () => ({}))
  server.server.setRequestHandler('resources/unsubscribe', () => ({}))
}
