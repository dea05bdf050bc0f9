import { z } from 'zod'

/** The length of a reply. Models that reason before they answer need more than the answer itself. */
export const maxTokensField = z
  .int()
  .min(50)
  .max(8000)
  .default(3000)
  .describe('Maximum length of a reply of the model in tokens. Default 3000, maximum 8000.')
