import { z } from 'zod'

export const ListedDoc = z
  .object({
    id: z.string().describe('The name of the page: teams.'),
    title: z.string(),
    summary: z.string().describe('Its first sentence.'),
  })
  .meta({ id: 'ListedDoc' })

export const Doc = ListedDoc.extend({
  content: z.string().describe('Markdown. Other pages are linked to by their ids: [Teams](teams).'),
  version: z.int().describe('Changes with the content.'),
}).meta({ id: 'Doc' })
