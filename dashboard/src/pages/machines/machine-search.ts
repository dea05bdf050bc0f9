import { asText, searchOf } from '../../routes/search.ts'

/*
 * Search parameters of the pages of machines. The pages check the values of the filters, so that every other page loads less
 * code.
 */
export const readMachinesSearch = searchOf({ status: asText })
export type MachinesSearch = ReturnType<typeof readMachinesSearch>

export const readMachineSearch = searchOf({ run: asText, q: asText, state: asText, action: asText })
export type MachineSearch = ReturnType<typeof readMachineSearch>
