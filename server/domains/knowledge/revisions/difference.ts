import { z } from 'zod'

const Line = z.object({
  kind: z.enum(['same', 'added', 'removed']),
  text: z.string().describe('Line without its line break.'),
})

const Hunk = z.object({
  oldStart: z.int().describe('First line in the older text, counted from 1.'),
  newStart: z.int().describe('First line in the newer text, counted from 1.'),
  lines: z.array(Line),
})

/** The difference between two texts, line by line. */
export const Difference = z
  .object({
    hunks: z.array(Hunk).describe('Changes with up to three lines of context.'),
    added: z.int().describe('Number of added lines.'),
    removed: z.int().describe('Number of removed lines.'),
    exact: z
      .boolean()
      .describe(
        'False if the change is too large to compare. Every line between the first and last change counts as changed.',
      ),
    leftOut: z.int().describe('Number of lines left out because the difference is too long.'),
  })
  .meta({ id: 'Difference' })
