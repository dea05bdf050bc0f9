import { z } from 'zod'
import { searchKinds } from '../../search/kinds.ts'
import { similarityField } from '../../search/relevance.ts'

/** Kinds of sources: items, and files of repositories. */
export const passageKinds = [...searchKinds, 'code'] as const

/** A text passage that an answer can cite. */
export const Passage = z
  .object({
    number: z.int().describe('Number in citations: [1].'),
    kind: z.enum(passageKinds),
    id: z.uuid().describe('Id of the item. For code: of the repository.'),
    key: z.string().nullable(),
    title: z.string().describe('Title of the item. For code: path and lines.'),
    text: z.string().describe('Best matching part of the text.'),
    url: z.string().describe('Path in the dashboard.'),
    similarity: similarityField.nullable().describe('Null for a passage that a read of the answer found.'),
    code: z
      .object({
        repo: z.string().describe('Name of the repository.'),
        path: z.string(),
        startLine: z.int(),
        endLine: z.int(),
        commit: z.string(),
        url: z.string().nullable().describe('URL of the lines at the code host.'),
      })
      .nullable()
      .describe('Lines of a file. Null for items.'),
  })
  .meta({ id: 'Passage' })
export type Passage = z.output<typeof Passage>
