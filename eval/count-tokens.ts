/** Returns the approximate number of tokens of a text: four characters each, as in the budgets of the tools. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4)
}
