import { z } from 'zod'

export const ListedDoc = z
  .object({
    id: z.string().describe('Page id, such as teams.'),
    title: z.string(),
    summary: z.string().describe('First sentence of the page.'),
  })
  .meta({ id: 'ListedDoc' })

export const Doc = ListedDoc.extend({
  content: z.string().describe('Markdown. Links to other pages use their ids: [Teams](teams).'),
  version: z.int().describe('Changes with the content.'),
}).meta({ id: 'Doc' })
